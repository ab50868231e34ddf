// On paper every input is told, also those that are folded on the screen.

let folded = [];

addEventListener("beforeprint", () => {
  folded = [...document.querySelectorAll(".group:not([open])")];
  for (const group of folded) group.open = true;
});
addEventListener("afterprint", () => {
  for (const group of folded) group.open = false;
});
