"""How a sheet looks: for screens of every width, and for A4 in two columns."""

STYLE = """\
:root { color-scheme: light; --ink: #1b1b1b; --quiet: #555; --red: #b3001b; --line: #c9c4b8; --mark: #7a4a00; }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem; max-width: 76rem; color: var(--ink); background: #fff;
  font: 1rem/1.4 Georgia, "Times New Roman", "DejaVu Serif", serif; }
h1 { margin: 0; font-size: 2.4rem; line-height: 1.1; }
h2 { margin: 0 0 .5rem; padding-bottom: .15rem; border-bottom: 2px solid var(--ink); font-size: 1.3rem;
  break-after: avoid; }
p { margin: 0; }
header { margin-bottom: 1.2rem; }
.under { font-style: italic; }
.legend, .quiet, footer { color: var(--quiet); font-size: .85rem; }
.legend { margin-top: .4rem; }
section { margin-bottom: 1.4rem; }
.item { margin: 0 0 .8rem; break-inside: avoid; }
.marked { padding-left: .6rem; border-left: 4px solid var(--mark); }
.mark { color: var(--mark); font-size: .85rem; font-weight: bold; }
.sentence { overflow-wrap: anywhere; }
.answer { font-style: italic; font-weight: bold; }
del { color: var(--quiet); }
sup { font-size: .7em; line-height: 0; }
sup a { color: inherit; }
code { font-family: "DejaVu Sans Mono", Consolas, monospace; font-size: .9em; }
ul { margin: .2rem 0 0; padding-left: 1.2rem; }
.examples { padding-left: 0; list-style: none; font-size: .9rem; }
.examples li { padding-left: 1.4em; text-indent: -1.4em; }
.examples li > * { text-indent: 0; }
.word { white-space: nowrap; }
.legal { color: #0b5d1e; }
.illegal { color: var(--red); }
.sign { display: inline-block; width: 1em; font-family: "DejaVu Sans", sans-serif; font-weight: bold; }
.card { display: inline-block; margin: 1px 0; padding: 0 .22em; border: 1px solid var(--line); border-radius: .22em;
  background: #fff; font: bold .92em/1.3 "DejaVu Sans", Arial, sans-serif; white-space: nowrap; }
.red { color: var(--red); }
.black { color: #000; }
.joker { color: #5b2a86; }
.glance { break-inside: avoid; }
table { margin: 0 0 .8rem; width: 100%; border-collapse: collapse; font-size: .9rem; break-inside: avoid; }
caption { padding: .2rem 0; font-weight: bold; text-align: left; }
th, td { padding: .15rem .4rem; border: 1px solid var(--line); text-align: right; }
th:first-child { text-align: left; }
thead th { background: #f1eee6; }
footer ol { margin: 0; padding-left: 1.6rem; }
@media (min-width: 60rem) { main { columns: 2; column-gap: 2.2rem; } }
@page { size: A4; margin: 13mm 12mm; }
@media print {
  body { padding: 0; max-width: none; font-size: 9.5pt; line-height: 1.3; }
  h1 { font-size: 24pt; }
  h2 { font-size: 12.5pt; }
  main { columns: 2; column-gap: 8mm; }
  .legend, .quiet, .mark, footer { font-size: 7.5pt; }
  .examples, table { font-size: 8.3pt; }
  .item { margin-bottom: 2.2mm; }
  .card { padding: 0 .15em; }
  a { text-decoration: none; }
  * { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
"""
"""The style sheet: no fonts, pictures or files from elsewhere."""
