/* Waits for files that are being made, and shows the page anew when one is there. */

const PAUSE = 1000;

document.querySelectorAll("[data-job=waiting], [data-job=running]").forEach((item) => {
  const bar = item.querySelector("progress");
  const ask = async () => {
    try {
      const answer = await fetch(item.dataset.stateUrl, { headers: { Accept: "application/json" }, redirect: "error" });
      if (answer.ok) {
        const { state, progress } = await answer.json();
        if (state !== item.dataset.job) return location.reload();
        if (bar) bar.value = progress;
      }
    } catch {
      // No connection: the next try is soon enough.
    }
    setTimeout(ask, PAUSE);
  };
  setTimeout(ask, PAUSE);
});
