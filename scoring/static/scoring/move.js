/* The page that moves deals shows only the questions that belong to what is wrong. Without this file it shows all. */

const form = document.getElementById("move");

function show() {
  const kind = form.querySelector("[name=kind]:checked")?.value ?? "";
  const seats = form.querySelector("[name=seats]:checked")?.value ?? "";
  form.querySelectorAll("[data-kinds]").forEach((part) => {
    part.hidden = !part.dataset.kinds.split(" ").includes(kind);
  });
  form.querySelectorAll("[data-other]").forEach((part) => {
    part.hidden = seats !== "other";
  });
}

form?.addEventListener("change", show);
addEventListener("pageshow", () => form && show());
