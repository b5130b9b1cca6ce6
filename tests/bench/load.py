"""A hall of phones in one process: viewers who ask for the standings, and tables that enter deals.

    python -m tests.bench.load < job.json

Prints what it saw as JSON. It is a process of its own so that its work is not taken for the server's. Only the
standard library: sockets, and as much of HTTP as two servers of ours speak.
"""

from __future__ import annotations

import asyncio
import json
import random
import resource
import sys
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any
from uuid import uuid4

LONGEST = 30.0
POLL_EVERY = 5.0
LOOK_EVERY = 0.025


@dataclass
class Answer:
    """What came back. No status: the connection broke."""

    status: int
    headers: dict[str, str]
    size: int
    seconds: float

    @property
    def versions(self) -> tuple[int, int]:
        """Of a page of standings: the versions of the results and of the list."""
        _, results, list_, *_ = self.headers["etag"].removeprefix("W/").strip('"').split("-")
        return int(results), int(list_)


class Phone:
    """One connection, kept open from request to request, and opened again when the server has closed it.

    With a proxy in front it is the proxy's, which opens one for each request.
    """

    def __init__(self, job: dict[str, Any]) -> None:
        self.port: int = job["port"]
        self.keeps: bool = job["keeps"]
        self.headers: dict[str, str] = job["headers"] | ({} if self.keeps else {"Connection": "close"})
        self.streams: tuple[asyncio.StreamReader, asyncio.StreamWriter] | None = None
        self.etag = ""

    async def come(self) -> None:
        """Be there before the first request."""
        if self.keeps:
            await self._open()

    async def _open(self) -> None:
        self.streams = await asyncio.open_connection("127.0.0.1", self.port)

    async def get(self, path: str) -> Answer:
        """As a page that polls does: what it has already is not sent again."""
        answer = await self.ask("GET", path, headers={"If-None-Match": self.etag} if self.etag else {})
        self.etag = answer.headers.get("etag", self.etag)
        return answer

    async def ask(
        self, method: str, path: str, body: bytes = b"", headers: dict[str, str] | None = None
    ) -> Answer:
        """Send and wait for the whole answer. A connection that was closed while it was idle is opened anew."""
        start = perf_counter()
        for is_last in (False, True):
            is_fresh = self.streams is None
            try:
                async with asyncio.timeout(LONGEST):
                    if self.streams is None:
                        await self._open()
                    status, told, size = await self._exchange(method, path, body, headers or {})
                return Answer(status, told, size, perf_counter() - start)
            except (OSError, EOFError, ValueError):
                await self.close()
                if is_fresh or is_last:
                    break
        return Answer(0, {}, 0, perf_counter() - start)

    async def _exchange(
        self, method: str, path: str, body: bytes, headers: dict[str, str]
    ) -> tuple[int, dict[str, str], int]:
        assert self.streams is not None
        reader, writer = self.streams
        sent = {"Accept-Encoding": "gzip", **self.headers, **headers}
        if body:
            sent |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
        lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in sent.items())]
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        await writer.drain()
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        status = int(head[0].split()[1])
        told = {
            name.lower(): value.strip() for name, _, value in (line.partition(":") for line in head[1:]) if _
        }
        size = await self._read(reader, status, told)
        if not self.keeps or told.get("connection", "").lower() == "close":
            await self.close()
        return status, told, size

    async def _read(self, reader: asyncio.StreamReader, status: int, told: dict[str, str]) -> int:
        if status in {204, 304}:
            return 0
        if "content-length" in told:
            return len(await reader.readexactly(int(told["content-length"])))
        size = 0
        while length := int(await reader.readuntil(b"\r\n"), 16):
            size += length
            await reader.readexactly(length + 2)
        await reader.readuntil(b"\r\n")
        return size

    async def close(self) -> None:
        if self.streams is not None:
            self.streams[1].close()
            self.streams = None


@dataclass
class Seen:
    """What one kind of request came to."""

    seconds: list[float] = field(default_factory=list)
    statuses: dict[str, int] = field(default_factory=dict)
    bytes: int = 0

    def add(self, answer: Answer) -> None:
        self.seconds.append(answer.seconds)
        self.statuses[str(answer.status)] = self.statuses.get(str(answer.status), 0) + 1
        self.bytes += answer.size


class Table(Phone):
    """A table's phone; it enters its deals in order."""

    def __init__(self, job: dict[str, Any], table: dict[str, str]) -> None:
        super().__init__(job | {"headers": job["headers"] | {"Authorization": f"Table {table['code']} N"}})
        self.path = f"/api/v1/seatings/{table['uuid']}/deals/"

    async def enter(self, number: int) -> Answer:
        """The sitter-out's right neighbour wins a Spil."""
        line = {
            "number": number,
            "client_key": str(uuid4()),
            "declarer": "ENWS"[(number - 1) % 4],
            "contract": "spil",
            "trump": "H",
            "outcome": "vundet",
        }
        return await self.ask("POST", self.path, json.dumps(line).encode())


async def shown(job: dict[str, Any]) -> dict[str, Any]:
    """One deal after another; each time how long after its answer the public standings count it."""
    table, viewer = Table(job, job["tables"][0]), Phone(job)
    chance = random.Random(1)
    saves, seconds = Seen(), []
    await viewer.get(job["polled"])
    for number in range(1, job["deals"] + 1):
        # So that the deals do not fall in step with whatever looks for work every so often.
        await asyncio.sleep(chance.random() * 0.5)
        saves.add(await table.enter(number))
        start = perf_counter()
        while True:
            results, counted = (await viewer.get(job["polled"])).versions
            if counted >= results or perf_counter() - start > LONGEST:
                break
            await asyncio.sleep(LOOK_EVERY)
        seconds.append(perf_counter() - start)
    # What the saves were answered counts for both.
    return {"shown": {"seconds": seconds, "statuses": saves.statuses}, "saves": vars(saves)}


async def hall(job: dict[str, Any]) -> dict[str, Any]:
    """Viewers poll while every table enters one deal (or none); more connections are open and say nothing."""
    chance = random.Random(2)
    polls, saves = Seen(), Seen()
    viewers = [Phone(job) for _ in range(job["viewers"])]
    tables = [Table(job, table) for table in job["tables"]]
    idle = [Phone(job) for _ in range(job["connections"] - len(viewers) - len(tables))]
    for phone in [*viewers, *tables, *idle]:
        await phone.come()
    end = perf_counter() + job["seconds"]

    async def watch(phone: Phone) -> None:
        await asyncio.sleep(chance.random() * POLL_EVERY)
        while (start := perf_counter()) < end:
            polls.add(await phone.get(job["polled"]))
            await asyncio.sleep(max(0.0, start + POLL_EVERY - perf_counter()))

    async def play(phone: Table) -> None:
        await asyncio.sleep(chance.random() * (job["seconds"] - 1))
        saves.add(await phone.enter(job["number"]))

    await asyncio.gather(*map(watch, viewers), *(map(play, tables) if job.get("play", True) else ()))
    return {"polls": vars(polls), "saves": vars(saves)}


async def at_once(job: dict[str, Any]) -> dict[str, Any]:
    """All tables save in the same moment, a few times."""
    saves = Seen()
    tables = [Table(job, table) for table in job["tables"]]
    for phone in tables:
        await phone.come()
    for number in job["numbers"]:
        for answer in await asyncio.gather(*(phone.enter(number) for phone in tables)):
            saves.add(answer)
        await asyncio.sleep(1)
    return {"saves": vars(saves)}


async def burst(job: dict[str, Any]) -> dict[str, Any]:
    """Phones that were not there before: many in the first seconds, the rest one by one."""
    chance = random.Random(3)
    pages = Seen()
    first, seconds = job["first"]
    starts = [chance.random() * seconds for _ in range(first)]
    starts += [seconds + chance.random() * (job["seconds"] - seconds) for _ in range(job["phones"] - first)]

    async def come(at: float, path: str) -> None:
        await asyncio.sleep(at)
        phone = Phone(job)
        pages.add(await phone.get(path))
        await phone.close()

    await asyncio.gather(*(come(at, job["paths"][i % len(job["paths"])]) for i, at in enumerate(starts)))
    return {"pages": vars(pages)}


def main() -> None:
    job = json.load(sys.stdin)
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, 2048)), hard))
    work = {"shown": shown, "hall": hall, "at_once": at_once, "burst": burst}[job["do"]]
    print(json.dumps(asyncio.run(work(job))))


if __name__ == "__main__":
    main()
