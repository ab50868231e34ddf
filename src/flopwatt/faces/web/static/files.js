// A plan file, chosen or dropped anywhere on the page; it is read here and sent nowhere else.

import { $ } from "./dom.js";
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
