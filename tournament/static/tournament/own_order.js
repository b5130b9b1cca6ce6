// What separates equals: whoever changes the order below means that order, and whoever wants one sees where to make it.
for (const part of document.querySelectorAll("[data-own-order]")) {
  const own = part.querySelector("input[value='own']");
  part.addEventListener("change", (event) => {
    if (event.target.matches("select") && own) own.checked = true;
    if (event.target === own) part.querySelector("details").open = true;
  });
}
