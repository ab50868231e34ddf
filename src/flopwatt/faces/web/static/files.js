// Where a plan comes from: an example, or a file chosen or dropped anywhere on the page, which is
// read here and sent nowhere else.

import { $, el } from "./dom.js";
import { askJson } from "./ask.js";
import { open } from "./app.js";

async function openFile(file) {
  if (file) await open(file.name, await file.text());
}

$("file").addEventListener("change", (event) => openFile(event.target.files[0]));
addEventListener("dragover", (event) => event.preventDefault());
addEventListener("drop", (event) => {
  event.preventDefault();
  openFile(event.dataTransfer.files[0]);
});

export async function showStart() {
  $("start").hidden = false;
  document.body.classList.add("empty");
  const examples = await askJson("/api/examples");
  $("examples").replaceChildren(...examples.map((name) => el("li", {},
    el("button", { type: "button", onclick: () => openExample(name) }, name.replaceAll("-", " ")))));
}

async function openExample(name) {
  const { name: file, plan } = await askJson(`/api/examples/${name}`);
  await open(file, plan);
}
