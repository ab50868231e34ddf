"""How the HTML page looks and what little it does: one style, one script, nothing from outside."""

STYLE = """
:root { color-scheme: light dark; --page: #F7F7F4; --sunk: #EEEEE9; --ink: #16181D;
  --ink2: #454A54; --ink3: #636873; --line: #D9D9D2; --focus: #6A3DE8; --training: #1F4E8F;
  --inference: #B54708; }
@media (prefers-color-scheme: dark) { :root { --page: #111418; --sunk: #22272E; --ink: #ECEDEF;
  --ink2: #BCC1CA; --ink3: #969DA9; --line: #343A43; --focus: #B69CFF; --training: #78A9F0;
  --inference: #FFB070; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1024px; padding: 24px; background: var(--page);
  color: var(--ink); font: 14px/20px system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans",
  "Liberation Sans", Arial, sans-serif; font-variant-numeric: tabular-nums lining-nums;
  overflow-wrap: break-word; }
h1, h2 { font-weight: 650; text-wrap: balance; font-variant-numeric: proportional-nums; }
h1 { font-size: 28px; line-height: 34px; letter-spacing: -0.018em; margin: 4px 0 12px; }
h2 { font-size: 21px; line-height: 27px; margin: 0 0 16px; }
h3 { font-size: 14px; line-height: 19px; font-weight: 600; margin: 0; }
p { max-width: 75ch; margin: 8px 0; color: var(--ink2); }
header { padding-bottom: 24px; }
.of { color: var(--ink3); font-size: 12.5px; margin: 0; }
.lede { font-size: 15px; line-height: 23px; }
.check { border-left: 3px solid var(--ink); padding: 4px 12px; background: var(--sunk);
  color: var(--ink); white-space: pre-line; }
.note { color: var(--ink3); font-size: 12.5px; line-height: 17px; margin: 4px 0; }
.note:target { color: var(--ink); background: var(--sunk); }
section { border-top: 1px solid var(--line); padding: 32px 0 40px; }
table { border-collapse: collapse; margin: 8px 0 12px; }
td, th { padding: 5px 0 5px 24px; vertical-align: top; text-align: right; font-weight: 400; }
td { white-space: nowrap; }
td:first-child, th:first-child { padding-left: 0; }
th:first-child, .words { text-align: left; }
td.words { white-space: normal; }
tbody th { font-weight: 500; }
thead th { color: var(--ink3); font-size: 12.5px; line-height: 17px; vertical-align: bottom; }
tbody tr { border-top: 1px solid var(--line); }
th.training::before { content: "\\25A0\\A0"; color: var(--training); }
th.inference::before { content: "\\25CF\\A0"; color: var(--inference); }
.range { color: var(--ink3); font-size: 12.5px; line-height: 17px; white-space: nowrap; }
a { color: inherit; text-decoration: underline dotted; text-underline-offset: 3px; }
a.unknown { color: var(--ink3); }
a:focus-visible, summary:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; }
code { font: 12.5px/18px ui-monospace, "Liberation Mono", monospace; }
details { border-top: 1px solid var(--line); padding: 8px 0; }
.fold { border: 0; }
.months { columns: 150px; white-space: pre; margin: 4px 0; }
.sources { margin: 0; }
.sources dt { font-weight: 500; }
.sources dd { margin: 0 0 8px; color: var(--ink2); max-width: 75ch; overflow-wrap: anywhere; }
.sources :target { text-decoration: underline; }
summary { cursor: pointer; min-height: 24px; }
summary h3 { display: inline; overflow-wrap: anywhere; }
:target { scroll-margin-top: 16px; }
details:target > summary h3 { text-decoration: underline; }
.tree { width: 100%; table-layout: fixed; }
.tree th, .tree td { text-align: left; white-space: normal; }
.tree .origin { width: 12%; }
.tree .detail { width: 34%; }
.tree th { width: 32%; overflow-wrap: break-word; padding-left: calc(var(--depth, 0) * 16px); }
.tree .origin { color: var(--ink2); }
.tree .detail { color: var(--ink2); overflow-wrap: anywhere; }
@media (max-width: 719px) {
  body { padding: 16px; font-size: 15px; }
  h1 { font-size: 24px; line-height: 29px; }
  h2 { font-size: 19px; line-height: 24px; }
  section { padding: 22px 0 28px; }
  table, tbody { display: block; }
  thead { display: none; }
  tbody tr { display: grid; grid-template-columns: 1fr 1fr; gap: 2px 16px; padding: 8px 0; }
  tbody th, .tree th, .tree .detail { width: auto; grid-column: 1 / -1; }
  .tree .origin { width: auto; }
  tbody td, tbody th { padding: 0; text-align: left; white-space: normal; }
  td[data-head]::before { content: attr(data-head); display: block; color: var(--ink3);
    font-size: 12.5px; line-height: 17px; }
  td.training::before { content: "\\25A0\\A0" attr(data-head); }
  td.inference::before { content: "\\25CF\\A0" attr(data-head); }
  .tree td { padding-left: calc(var(--depth, 0) * 16px); }
}
@media print { a { text-decoration: none; } tr { break-inside: avoid; } body { padding: 0; } }
"""

SCRIPT = """
function show() { const found = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (found && found.tagName === "DETAILS") { found.open = true; found.scrollIntoView(); } }
addEventListener("hashchange", show); show();
addEventListener("beforeprint", () => {
  for (const each of document.querySelectorAll("details")) each.open = true; });
"""
