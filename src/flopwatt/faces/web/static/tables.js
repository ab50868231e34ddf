// Tables, cells and the doors in them.

import { el, foldable, say, sign } from "./dom.js";

const states = {
  never: "never", already: "already", "not known": "unk", "does not fit": "nofit",
  saturated: "sat",
};

// One cell: a number is a door to its explanation; what is not known opens what would fill it.
function cellBody(cell, note) {
  const state = states[cell.text];
  const look = state ? `state ${state}` : "n";
  let door;
  if (cell.key) door = el("a", { class: look, href: `#why=${cell.key}`, dataset: { key: cell.key } }, cell.text);
  else if (cell.lacks) door = el("a", { class: state ? look : "n unknown", href: `#${note}`, dataset: { note } }, cell.text);
  else if (cell.source) door = el("span", {}, ...foldable(cell.text));
  else door = el("span", {}, ...foldable(cell.text));
  return [door, cell.range ? el("small", { class: "rng" }, cell.range) : ""];
}

export function patchCell(box, cell, note) {
  const now = box.cell;
  if (now && now.text === cell.text && now.range === cell.range && now.key === cell.key) return;
  const door = box.querySelector("a.n");
  const plain = now && now.key === cell.key && cell.key && door && !states[cell.text];
  if (plain && Boolean(now.range) === Boolean(cell.range)) {
    say(door, cell.text);
    if (cell.range) say(box.querySelector(".rng"), cell.range);
  } else {
    box.replaceChildren(...cellBody(cell, note).filter(Boolean));
  }
  box.cell = cell;
}

const FIT = 3;
const SHORT = 12; // letters of a row's name that is not worth folding

function columnClass(table, column) {
  return [table.works[column], table.words.includes(column) ? "words" : ""].filter(Boolean).join(" ");
}

export function tableOf(table) {
  const note = `note-${table.id}`;
  const head = table.columns.map((column) => el("th", { scope: "col", class: columnClass(table, column) || null },
    sign(table.works[column]), column));
  const body = el("tbody");
  // on a phone a table of more columns than fit becomes one record a row
  const shape = table.columns.length > FIT ? "stack" : table.columns.length < FIT ? "pair" : null;
  const made = el("table", { class: shape, dataset: { table: table.id } },
    el("caption", { class: "vh" }, table.title),
    el("thead", {}, el("tr", {}, ...head)), body);
  table.rows.forEach((row, index) => {
    const foot = index >= table.rows.length - table.foot;
    const cells = row.map((cell, place) => {
      const box = place
        ? el("td", { class: columnClass(table, table.columns[place]) || null, "data-l": table.columns[place] })
        : el("th", { scope: "row", class: cell.text.length <= SHORT ? "short" : null });
      patchCell(box, cell, note);
      return box;
    });
    body.append(el("tr", { class: foot ? "sum" : null }, ...cells));
  });
  made.shape = tableShape(table);
  return el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": table.title }, made);
}

function tableShape(table) {
  return JSON.stringify([table.columns, table.rows.length, table.foot]);
}

// Change a table's texts in place where it has the same rows; else make it anew.
export function patchTable(holder, table) {
  const made = holder.querySelector("table");
  if (!made || made.shape !== tableShape(table)) {
    holder.replaceChildren(...tableOf(table).childNodes);
    return;
  }
  const rows = made.tBodies[0].rows;
  table.rows.forEach((row, index) => row.forEach((cell, place) =>
    patchCell(rows[index].cells[place], cell, `note-${table.id}`)));
}

const MANY = 24; // rows of a table in the open, of which the first ones are shown until asked

// A table with its title; one that is asked for is folded, a long one is cut.
export function tableBlock(table) {
  const title = el("h3", {}, table.title);
  const block = table.folded
    ? el("details", { class: "fold" }, el("summary", {}, title), tableOf(table))
    : el("div", { class: "block" }, title, tableOf(table));
  if (!table.folded) block.append(el("button", { type: "button", class: "small all", onclick: () => {
    block.asked = true;
    cut(block, table);
    block.querySelector(".scroll").focus({ preventScroll: true });
  } }, "Show all rows"));
  cut(block, table);
  block.dataset.block = table.id;
  return block;
}

const cut = (block, table) => block.classList.toggle("cut", !table.folded && !block.asked && table.rows.length > MANY);

export function patchBlock(block, table) {
  cut(block, table);
  say(block.querySelector("h3"), table.title);
  patchTable(block.querySelector(".scroll"), table);
}

const files = [["CSV", "csv"], ["SVG", "svg"], ["PNG", "png"]];

// The line under a chart: its numbers and its picture to take away.
export function tableFoot(chart) {
  const counted = chart.table.note
    ? [el("a", { class: "link", href: `#note-${chart.table.id}`, dataset: { note: `note-${chart.table.id}` } }, "How this is counted")]
    : [];
  return [...files.map(([label, kind]) => el("button", {
    type: "button", class: "link", dataset: { take: kind, part: kind === "csv" ? chart.table.id : chart.id },
  }, label)), ...counted];
}
