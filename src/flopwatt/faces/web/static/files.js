// Where a plan comes from: an example, or a file chosen or dropped anywhere on the page, which is
// read here and sent nowhere else.

import { $, el, say } from "./dom.js";
import { askJson } from "./ask.js";
import { open } from "./app.js";

async function openFile(file) {
  if (file) await open(file.name, await file.text(), { fresh: true });
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
    el("button", { type: "button", onclick: () => openExample(name) }, name.replaceAll("-", " ")),
    el("span", { class: "hint" }))));
  for (const [index, name] of examples.entries()) {
    const { plan } = await askJson(`/api/examples/${name}`);
    const [, title] = /^name: *(.+)$/m.exec(plan) ?? [];
    const place = $("examples").children[index];
    if (title && place) say(place.querySelector(".hint"), title);
  }
}

async function openExample(name) {
  const { name: file, plan } = await askJson(`/api/examples/${name}`);
  await open(file, plan, { fresh: true });
}
