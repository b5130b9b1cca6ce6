/* Draws who holds the phone into the picture of the leading ones, to the same measure. One of them is only marked. */

const SVG = "http://www.w3.org/2000/svg";
const LABEL_GAP = 17;
// A picture that one would have to scroll through shows nothing: further down, the line runs along the edge.
const MOST = 2.2;

export function drawMine(part, row) {
  const chart = part.querySelector("[data-chart]");
  if (!chart) return;
  restore(chart);
  part.querySelectorAll("[data-no].is-mine").forEach((one) => one.classList.remove("is-mine"));
  if (!row?.dataset.sums) return;
  const drawn = part.querySelectorAll(`.course [data-no="${row.id.slice(3)}"]`);
  if (drawn.length) drawn.forEach((one) => one.classList.add("is-mine"));
  else draw(chart, row.dataset.sums.split(",").map(Number), part.querySelector(".course-names"), row);
}

function draw(chart, sums, names, row) {
  const { top, perPoint } = chart.dataset;
  const height = Number(chart.getAttribute("height"));
  const nought = Number(chart.querySelector(".is-nought").getAttribute("y1"));
  const above = nought - Number(top) * Number(perPoint);
  const y = (value) => Math.min(above + (Number(top) - value) * Number(perPoint), height * MOST - 40);
  stretch(chart, height, Math.max(height, ...sums.map((value) => y(value) + 40)));
  const lines = chart.querySelector(".course-lines");
  const points = [0, ...sums].map((value, at) => [(100 * at) / sums.length, y(value)]);
  lines.append(made("polyline", { class: "course-me", points: points.map((point) => point.join()).join(" ") }));
  const group = made("g", { class: "course-me" });
  points.slice(1).forEach(([x, down]) => group.append(made("use", { href: "#mark-me", x: `${x}%`, y: down })));
  const letter = made("text", { class: "course-letter", x: "100%", dx: 10, dy: ".35em", y: free(chart, points.at(-1)[1]) });
  letter.textContent = "★";
  group.append(letter);
  chart.append(group);
  names.append(named(names, row, sums.at(-1)));
}

/** More room below, with lines across to the same measure. */
function stretch(chart, height, wanted) {
  chart.dataset.height = height;
  if (wanted <= height) return;
  for (const one of [chart, chart.querySelector(".course-lines")]) one.setAttribute("height", wanted);
  chart.querySelector(".course-lines").setAttribute("viewBox", `0 0 100 ${wanted}`);
  chart.querySelector("[data-ticks]").setAttribute("transform", `translate(0 ${wanted - height})`);
  const { step, perPoint } = chart.dataset;
  const last = [...chart.querySelectorAll(".course-grid")].reduce((low, line) => Math.max(low, line.getAttribute("y1")), 0);
  const lowest = [...chart.querySelectorAll(".course-value")].at(0).textContent.replace("−", "-");
  for (let at = 1; last + at * step * perPoint < wanted - 28; at += 1) {
    const down = last + at * step * perPoint;
    const value = made("text", { class: "course-value course-me-only", x: 0, dx: -8, y: down, dy: ".35em", "text-anchor": "end" });
    value.textContent = `−${Math.abs(Number(lowest) - at * step)}`;
    chart.prepend(made("line", { class: "course-grid course-me-only", x1: 0, x2: "100%", y1: down, y2: down }), value);
  }
}

/** As it came from the server. */
function restore(chart) {
  chart.parentNode.parentNode.querySelectorAll(".course-me, .course-me-only").forEach((one) => one.remove());
  const { height } = chart.dataset;
  if (!height) return;
  for (const one of [chart, chart.querySelector(".course-lines")]) one.setAttribute("height", height);
  chart.querySelector(".course-lines").setAttribute("viewBox", `0 0 100 ${height}`);
  chart.querySelector("[data-ticks]").removeAttribute("transform");
  delete chart.dataset.height;
}

/** A place for the letter that no other letter has, downwards. */
function free(chart, wanted) {
  const taken = [...chart.querySelectorAll(".course-letter")].map((one) => Number(one.getAttribute("y"))).sort((a, b) => a - b);
  return taken.reduce((place, other) => (Math.abs(place - other) < LABEL_GAP ? other + LABEL_GAP : place), wanted);
}

function named(names, row, sum) {
  const line = names.querySelector("li").cloneNode(true);
  line.className = "course-me is-mine";
  line.dataset.no = row.id.slice(3);
  line.querySelector("use").setAttribute("href", "#mark-me");
  const [letter, points] = line.querySelectorAll("b");
  letter.textContent = "★";
  line.querySelector("span").textContent = row.querySelector("th a").textContent;
  points.textContent = sum > 0 ? `+${sum}` : String(sum).replace("-", "−");
  return line;
}

function made(name, attributes) {
  const element = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  return element;
}
