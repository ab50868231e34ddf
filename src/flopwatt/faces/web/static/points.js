// A chart is one tab stop: arrows walk the rows and columns of the table behind it.

import { say, speak } from "./dom.js";

const moves = {
  ArrowRight: (at, most) => ({ ...at, row: Math.min(at.row + 1, most.row) }),
  ArrowLeft: (at) => ({ ...at, row: Math.max(at.row - 1, 0) }),
  ArrowDown: (at, most) => ({ ...at, column: Math.min(at.column + 1, most.column) }),
  ArrowUp: (at) => ({ ...at, column: Math.max(at.column - 1, 1) }),
  Home: (at) => ({ ...at, row: 0 }),
  End: (at, most) => ({ ...at, row: most.row }),
};

const rowsOf = (figure) => figure.querySelector(".behind table").tBodies[0].rows;

// The point in words: which row, which column, the number and where it is likely to lie.
function told(figure, { row, column }) {
  const heads = figure.querySelector(".behind table").tHead.rows[0].cells;
  const { cells } = rowsOf(figure)[row];
  const text = (cell) => [...cell.childNodes].map((part) => part.textContent).join(", ");
  const name = heads[column].querySelector("[aria-hidden]") ? heads[column].lastChild.textContent : heads[column].textContent;
  return `${text(cells[0])}, ${name}: ${text(cells[column])}`;
}

function show(figure, at) {
  figure.at = at;
  const text = told(figure, at);
  say(figure.querySelector(".point"), text);
  speak(text);
}

export function listenPoints() {
  document.addEventListener("keydown", (event) => {
    const plot = event.target.closest?.(".chart");
    if (!plot || event.ctrlKey || event.metaKey || event.altKey) return;
    const figure = plot.closest("figure");
    const rows = rowsOf(figure);
    if (!rows.length) return;
    const most = { row: rows.length - 1, column: rows[0].cells.length - 1 };
    const first = { row: 0, column: 1 };
    if (moves[event.key]) {
      event.preventDefault();
      const at = figure.at && { row: Math.min(figure.at.row, most.row), column: Math.min(figure.at.column, most.column) };
      show(figure, at ? moves[event.key](at, most) : event.key === "End" ? moves.End(first, most) : first);
    } else if (event.key === "Enter" && figure.at) {
      const { cells } = rows[Math.min(figure.at.row, most.row)];
      const door = cells[figure.at.column].querySelector("a[data-key]") ?? cells[0].querySelector("a[data-key]");
      if (door) door.click();
      else speak("this point has no explanation of its own");
    }
  });
}

// The point last walked to keeps its place when numbers change, and is not spoken again.
export function refreshPoint(figure) {
  if (!figure.at) return;
  const rows = rowsOf(figure);
  if (!rows[figure.at.row]?.cells[figure.at.column]) figure.at = null;
  say(figure.querySelector(".point"), figure.at ? told(figure, figure.at) : "");
}
