// The table of pairs, and sorting of all tables. Text from data only ever becomes a text node.
const $ = (id) => document.getElementById(id);
const size = 50;
const columns = [
  { title: "Pair", of: (row) => `${row.x} → ${row.y}`, text: true },
  { title: "Dataset", of: (row) => row.dataset, group: true },
  { title: "True P(y|x)", of: (row) => row.conditional, digits: 4 },
  {
    title: "Est. P(y|x)",
    of: (row) => chosen(row)?.conditional,
    estimated: "conditional",
    digits: 4,
  },
  { title: "True P(y)", of: (row) => row.marginal, digits: 6 },
  { title: "Est. P(y)", of: (row) => chosen(row)?.marginal, estimated: "marginal", digits: 6 },
  { title: "True PMI", of: (row) => row.pmi, digits: 2 },
  { title: "Est. PMI", of: (row) => chosen(row)?.pmi, estimated: "pmi", digits: 2 },
  { title: "OTHER", of: (row) => chosen(row)?.other, estimated: "other", digits: 2 },
  { title: "Status", of: (row) => chosen(row)?.status },
];
let shown = columns;
let data = { pairs: [], questions: [] };
let sort = { column: 0, ascending: true };
let at = 0;

const form = $("pairs-form");
const filters = () => Object.fromEntries(new FormData(form));
const chosen = (row) => row.estimates.find((estimate) => estimate.method === filters().method);

/** With the minus sign that the other tables have. */
const fixed = (value, digits) => value.toFixed(digits).replace("-", "−");
const short = (value) => (value === undefined ? "–" : String(Number(value.toPrecision(4))));

function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

async function load() {
  const packed = Uint8Array.from(atob($("pairs-data").textContent), (c) => c.charCodeAt(0));
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("gzip"));
  data = JSON.parse(await new Response(stream).text());
  options(
    "dataset",
    data.pairs.map((row) => row.dataset),
    "all",
  );
  options(
    "model",
    data.pairs.map((row) => row.model),
    "all",
  );
  options(
    "method",
    data.pairs.flatMap((row) => row.estimates.map((estimate) => estimate.method)),
  );
  const methods = form.elements.method;
  if ([...methods.options].some(({ value }) => value === "PromptNCE")) methods.value = "PromptNCE";
  // One's own data may have no true values, and be all of one kind.
  shown = columns.filter(({ digits, of, group, estimated }) => {
    if (group) return new Set(data.pairs.map(of)).size > 1;
    if (digits === undefined) return true;
    const has = estimated
      ? (row) => row.estimates.some((one) => one[estimated] !== undefined)
      : (row) => of(row) !== undefined;
    return data.pairs.some(has);
  });
  show();
}

function options(name, values, all) {
  const made = [...new Set(values)].map((value) => element("option", { value, textContent: value }));
  if (all !== undefined) made.unshift(element("option", { value: "", textContent: all }));
  form.elements[name].replaceChildren(...made);
  // With nothing to choose from, no choice.
  form.elements[name].parentElement.hidden = made.length <= (all === undefined ? 1 : 2);
}

function visible() {
  const { dataset, model, status, text } = filters();
  const wanted = text.toLowerCase();
  const rows = data.pairs.filter(
    (row) =>
      (!dataset || row.dataset === dataset) &&
      (!model || row.model === model) &&
      (!status || chosen(row)?.status === status) &&
      (!wanted || `${row.x} → ${row.y}`.toLowerCase().includes(wanted)),
  );
  const { of } = shown[sort.column];
  const sign = sort.ascending ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [left, right] = [of(a), of(b)];
    if (left === right) return 0;
    // What is absent comes last, whichever way the column is sorted.
    if (left === undefined) return 1;
    if (right === undefined) return -1;
    return (left < right ? -1 : 1) * sign;
  });
}

function show() {
  const rows = visible();
  at = Math.max(0, Math.min(at, Math.ceil(rows.length / size) - 1));
  $("pairs-count").textContent =
    `${rows.length.toLocaleString("en")} of ${data.pairs.length.toLocaleString("en")} pairs`;
  $("pairs-page").textContent = `page ${at + 1} of ${Math.max(1, Math.ceil(rows.length / size))}`;
  $("pairs-before").disabled = at === 0;
  $("pairs-after").disabled = (at + 1) * size >= rows.length;
  $("pairs-table").tHead.rows[0].replaceChildren(...shown.map(head));
  $("pairs-table").tBodies[0].replaceChildren(...rows.slice(at * size, (at + 1) * size).map(line));
}

function head(column, i) {
  const sorted = sort.column === i;
  const arrow = sorted ? (sort.ascending ? " ↑" : " ↓") : "";
  const title = data.titles?.[column.title] ?? column.title;
  const button = element("button", { type: "button", textContent: title + arrow });
  button.addEventListener("click", () => {
    sort = { column: i, ascending: sorted ? !sort.ascending : true };
    show();
    $("pairs-table").tHead.rows[0].cells[i].firstChild.focus();
  });
  const cell = element("th", { scope: "col" }, button);
  cell.setAttribute("aria-sort", sorted ? (sort.ascending ? "ascending" : "descending") : "none");
  return cell;
}

/** Numbers by size, texts by alphabet, what is absent last; a third click restores the order. */
function sortable(table) {
  const body = table.tBodies[0];
  const original = [...body.rows];
  const heads = [...[...table.tHead.rows].at(-1).cells];
  const headers = heads.map(({ textContent }) => textContent);
  table.closest(".scroll").after(copier(() => csvOf(headers, body)));
  for (const [i, cell] of heads.entries()) {
    const button = element("button", { type: "button", textContent: cell.textContent });
    cell.replaceChildren(button);
    button.addEventListener("click", () => {
      const next = { none: "ascending", ascending: "descending" }[cell.ariaSort ?? "none"];
      for (const other of heads) other.removeAttribute("aria-sort");
      if (next !== undefined) cell.setAttribute("aria-sort", next);
      const sign = { ascending: 1, descending: -1 }[next] ?? 0;
      const sorted = original.toSorted((a, b) => sign * compare(a.cells[i], b.cells[i], sign));
      body.replaceChildren(...sorted);
    });
  }
}

/** What a table shows, in the order in which it shows it, with every digit and each standard error in a column of its own. */
function csvOf(headers, body) {
  const rows = [...body.rows].map(({ cells }) => [...cells]);
  const withError = headers.map((_, i) => rows.some((cells) => cells[i]?.dataset.error !== undefined));
  const both = (value, error, i) => (withError[i] ? [value, error] : [value]);
  const lines = [
    headers.flatMap((text, i) => both(text, `${text} ± s.e.`, i)),
    ...rows.map((cells) =>
      cells.flatMap(({ dataset, textContent }, i) =>
        both(dataset.value ?? (textContent === "–" ? "" : textContent), dataset.error ?? "", i),
      ),
    ),
  ];
  const quoted = (text) => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  return `${lines.map((line) => line.map(quoted).join(",")).join("\n")}\n`;
}

function copier(text) {
  const button = element("button", { type: "button", className: "copy", textContent: "Copy as CSV" });
  button.addEventListener("click", async () => {
    const copied = await navigator.clipboard?.writeText(text()).then(
      () => true,
      () => false,
    );
    button.textContent = copied ? "Copied" : "The browser did not let it be copied";
  });
  return button;
}

function compare(a, b, sign) {
  const [left, right] = [a, b].map(({ dataset }) => Number(dataset.value ?? Number.NaN));
  if (!Number.isNaN(left) && !Number.isNaN(right)) return left - right;
  if (!Number.isNaN(left) || !Number.isNaN(right)) return Number.isNaN(left) ? sign : -sign;
  return a.textContent < b.textContent ? -1 : a.textContent > b.textContent ? 1 : 0;
}

function line(row) {
  const cells = shown.slice(1).map(({ of, digits }) => {
    const value = of(row);
    const numeric = digits !== undefined;
    const text = value === undefined ? "–" : numeric ? fixed(value, digits) : value;
    return element("td", { textContent: text, className: numeric ? "number" : "" });
  });
  const button = element("button", { type: "button", textContent: `${row.x} → ${row.y}` });
  button.addEventListener("click", () => open(row));
  return element("tr", {}, element("td", { className: "text long" }, button), ...cells);
}

function open(row) {
  $("pair-title").textContent = `${row.x} → ${row.y}`;
  const truth = element("p", {
    textContent:
      row.pmi === undefined
        ? "No true values are known."
        : `True: P(y|x) = ${short(row.conditional)}, P(y) = ${short(row.marginal)}, PMI = ${fixed(row.pmi, 4)} nats`,
  });
  const estimates = row.estimates.map(({ method, conditional, marginal, pmi, status }) =>
    element("li", {
      textContent: `${method}: P(y|x) = ${short(conditional)}, P(y) = ${short(marginal)}, ${pmiName({ conditional, marginal })} = ${pmi === undefined ? "–" : fixed(pmi, 4)} (${status})`,
    }),
  );
  const evidence = row.shown
    ? [element("p", { textContent: "A prompt of the run showed this pair: no score counts it." })]
    : [];
  const asked = new Set(row.estimates.flatMap((estimate) => estimate.asked));
  const questions = [...asked].map((place) => question(data.questions[place]));
  $("pair-body").replaceChildren(truth, ...evidence, element("ul", {}, ...estimates), ...questions);
  $("pair-dialog").showModal();
}

/** Where no base rate was asked for, what stands for PMI is the conditional's logarithm. */
function pmiName({ conditional, marginal }) {
  if (data.titles?.PMI !== undefined) return data.titles.PMI;
  return conditional !== undefined && marginal === undefined ? "log P(y|x)" : "PMI";
}

function question({ kind, template, prompt, scored, reply, stop, read, ok, notes }) {
  const block = (title, text, className) => [
    element("h4", { textContent: title }),
    element("pre", { textContent: text, tabIndex: 0, className: className ?? "" }),
  ];
  return element(
    "details",
    { open: true },
    element("summary", { textContent: `${kind}, ${template}` }),
    ...block("Prompt", prompt),
    ...(scored === undefined ? block(`Reply (${stop})`, reply) : block("Scored behind the prompt", scored)),
    ...block(ok ? "Read as" : "Not read", [read, ...notes].join("\n"), ok ? "" : "bad"),
  );
}

form.addEventListener("input", () => {
  at = 0;
  show();
});
form.addEventListener("submit", (event) => event.preventDefault());
$("pairs-before").addEventListener("click", () => {
  at--;
  show();
});
$("pairs-after").addEventListener("click", () => {
  at++;
  show();
});
for (const table of document.querySelectorAll("table.result")) sortable(table);
// Nothing is unpacked before somebody comes near.
new IntersectionObserver(
  (entries, observer) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    observer.disconnect();
    void load();
  },
  { rootMargin: "600px" },
).observe($("pairs"));
