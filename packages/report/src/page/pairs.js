// The table of pairs. Text from data is only written as text nodes.
/* global element, toldAttempt -- of tables.js and attempt.js, in the same script */
const $ = (id) => document.getElementById(id);
const size = 20;
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
  {
    title: "Error",
    of: errorOf,
    // The largest errors come first, whatever their sign.
    by: (row) => (errorOf(row) === undefined ? undefined : Math.abs(errorOf(row))),
    digits: 2,
    estimated: "pmi",
    known: true,
  },
  { title: "OTHER", of: (row) => chosen(row)?.other, estimated: "other", digits: 2 },
  { title: "Status", of: (row) => chosen(row)?.status },
];
let shown = columns;
let data = { pairs: [], questions: [] };
let sort = { column: 0, ascending: true };
let at = 0;
/** The index of the open pair, in the order of the table. */
let opened = -1;

const form = $("pairs-form");
const filters = () => Object.fromEntries(new FormData(form));
const chosen = (row) => row.estimates.find((estimate) => estimate.method === filters().method);

/** The error of PMI: the estimate minus the truth. */
function errorOf(row) {
  const error = chosen(row)?.pmi - row.pmi;
  return Number.isFinite(error) ? error : undefined;
}

/** The mark of a PMI that comes from an answer of 0; the page explains it. */
const CLAMPED = "†";

/** Whether the model answered 0 as one of the estimate's probabilities. */
function isClamped(estimate) {
  return estimate?.conditional === 0 || estimate?.marginal === 0;
}

/** Writes a number with the minus sign of the other tables. */
const fixed = (value, digits) => value.toFixed(digits).replace("-", "−");
const short = (value) => (value === undefined ? "–" : String(Number(value.toPrecision(4))));

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
  // A user's data may have no true values, and pairs of a single kind.
  shown = columns.filter(({ digits, of, group, estimated, known }) => {
    if (group) return new Set(data.pairs.map(of)).size > 1;
    if (digits === undefined) return true;
    const has = estimated
      ? (row) => row.estimates.some((one) => one[estimated] !== undefined)
      : (row) => of(row) !== undefined;
    return data.pairs.some((row) => has(row) && (!known || row.pmi !== undefined));
  });
  const first = ["Error", "Est. PMI"].map((title) =>
    shown.findIndex((column) => column.title === title),
  );
  sort = {
    column: Math.max(0, first.find((i) => i >= 0) ?? 0),
    ascending: !first.some((i) => i >= 0),
  };
  show();
  followAddress();
}

/** Opens the pair named in the page's address, once the pairs are loaded. */
function followAddress() {
  const named = new URLSearchParams(location.hash.slice(1));
  if (!named.has("pair")) return;
  const row = data.pairs.find((one) =>
    ["pair", "dataset", "model"].every((name) => one[name] === named.get(name)),
  );
  if (row) open(row);
}

function options(name, values, all) {
  const made = [...new Set(values)].map((value) =>
    element("option", { value, textContent: value }),
  );
  if (all !== undefined) made.unshift(element("option", { value: "", textContent: all }));
  form.elements[name].replaceChildren(...made);
  // A choice of one is not offered.
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
  const { of, by = of } = shown[sort.column];
  const sign = sort.ascending ? 1 : -1;
  return rows.toSorted((a, b) => {
    const [left, right] = [by(a), by(b)];
    if (left === right) return 0;
    // Absent values come last in either order.
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
  const lines = rows.slice(at * size, (at + 1) * size).map(line);
  $("pairs-table").tBodies[0].replaceChildren(...(lines.length > 0 ? lines : [nothing()]));
}

/** If the filters leave no pair: the reason, and a way back. */
function nothing() {
  const button = element("button", { type: "button", textContent: "Show all pairs" });
  button.addEventListener("click", () => {
    for (const name of ["dataset", "model", "status", "text"]) {
      form.elements[name].value = "";
    }
    show();
  });
  return element(
    "tr",
    {},
    element("td", { colSpan: shown.length }, "No pair is left by these filters. ", button),
  );
}

function head(column, i) {
  const sorted = sort.column === i;
  const direction = sort.ascending
    ? { name: "ascending", arrow: " ↑" }
    : { name: "descending", arrow: " ↓" };
  const title = data.titles?.[column.title] ?? column.title;
  const button = element("button", {
    type: "button",
    textContent: sorted ? title + direction.arrow : title,
  });
  button.addEventListener("click", () => {
    sort = { column: i, ascending: sorted ? !sort.ascending : true };
    show();
    $("pairs-table").tHead.rows[0].cells[i].firstChild.focus();
  });
  const className = column.digits === undefined ? "" : "number";
  const cell = element("th", { scope: "col", className }, button);
  cell.setAttribute("aria-sort", sorted ? direction.name : "none");
  return cell;
}

function line(row) {
  const mark = isClamped(chosen(row)) ? CLAMPED : "";
  const cells = shown.slice(1).map(({ of, digits, estimated }) => {
    const value = of(row);
    const numeric = digits !== undefined;
    const className = numeric ? "number" : "";
    if (value === undefined) return element("td", { textContent: "–", className });
    return element("td", {
      textContent: numeric ? `${fixed(value, digits)}${estimated === "pmi" ? mark : ""}` : value,
      className,
    });
  });
  const button = element("button", { type: "button", textContent: `${row.x} → ${row.y}` });
  button.addEventListener("click", () => open(row));
  return element("tr", {}, element("td", { className: "text long" }, button), ...cells);
}

/**
 * The pairs that can be opened: an attempt only once, although each of its summaries makes a pair
 * with it.
 */
function openable() {
  return visible().filter(
    (row, i, all) => row.attempt === undefined || all.findIndex((one) => sameView(one, row)) === i,
  );
}

function sameView(one, other) {
  return one === other || (one.attempt !== undefined && one.attempt === other.attempt);
}

function open(row) {
  const rows = openable();
  opened = rows.findIndex((one) => sameView(one, row));
  $("pair-before").disabled = opened <= 0;
  $("pair-after").disabled = opened < 0 || opened === rows.length - 1;
  $("pair-title").textContent = `${row.x} → ${row.y}`;
  $("pair-body").replaceChildren(...told(row));
  const { pair, dataset, model } = row;
  history.replaceState(null, "", `#${new URLSearchParams({ pair, dataset, model })}`);
  if (!$("pair-dialog").open) $("pair-dialog").showModal();
}

/** The details of a pair, with the questions asked for these estimates. */
function told(row, estimated = row.estimates, shownPrompts) {
  const truth = element("p", {
    textContent:
      row.pmi === undefined
        ? "No true values are known."
        : `True: P(y|x) = ${short(row.conditional)}, P(y) = ${short(row.marginal)}, PMI = ${fixed(row.pmi, 4)} nats`,
  });
  const estimates = estimated.map(({ method, conditional, marginal, pmi, status }) =>
    element("li", {
      textContent: `${method}: P(y|x) = ${short(conditional)}, P(y) = ${short(marginal)}, ${pmiName({ conditional, marginal })} = ${pmi === undefined ? "–" : fixed(pmi, 4)}${pmi !== undefined && isClamped({ conditional, marginal }) ? CLAMPED : ""} (${status})`,
    }),
  );
  const evidence = row.shown
    ? [element("p", { textContent: "A prompt of the run showed this pair: no score counts it." })]
    : [];
  const asked = new Set(estimated.flatMap((estimate) => estimate.asked));
  const attempt = data.attempts?.[row.attempt];
  const questions = [...asked].map((place) =>
    question(data.questions[place], attempt === undefined, shownPrompts),
  );
  if (attempt) return [...toldAttempt(attempt), ...questions];
  return [truth, ...evidence, element("ul", {}, ...estimates), ...questions];
}

/** Without a base rate, the logarithm of the conditional takes the place of PMI. */
function pmiName({ conditional, marginal }) {
  if (data.titles?.PMI !== undefined) return data.titles.PMI;
  return conditional !== undefined && marginal === undefined ? "log P(y|x)" : "PMI";
}

/** A question with its reply. The prompt of a template among `shownPrompts` is left out. */
function question(asked, open, shownPrompts = new Set()) {
  const { kind, template, prompt, scored, reply, stop, read, ok, notes } = asked;
  const isShown = shownPrompts.has(template);
  shownPrompts.add(template);
  const block = (title, text, className) => [
    element("h4", { textContent: title }),
    element("pre", { textContent: text, tabIndex: 0, className: className ?? "" }),
  ];
  return element(
    "details",
    { open },
    element("summary", { textContent: `${kind}, ${template}` }),
    ...(isShown
      ? [element("p", { textContent: "Prompt: as above, about this pair." })]
      : block("Prompt", prompt)),
    ...(scored === undefined
      ? block(`Reply (${stop})`, reply)
      : block("Scored behind the prompt", scored)),
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
for (const [id, step] of [
  ["pair-before", -1],
  ["pair-after", 1],
]) {
  $(id).addEventListener("click", () => open(openable()[opened + step]));
}
$("pair-dialog").addEventListener("close", () => history.replaceState(null, "", "#pairs"));
addEventListener("hashchange", followAddress);
// Nothing can be opened on paper, so the first pairs are printed with the questions of the chosen
// method, and the prompt of each template once.
addEventListener("beforeprint", () => {
  const shownPrompts = new Set();
  const whole = openable()
    .slice(0, 3)
    .map((row) => {
      const title = element("h3", { textContent: `${row.x} → ${row.y}` });
      const estimated = [chosen(row)].filter(Boolean);
      return element("article", {}, title, ...told(row, estimated, shownPrompts));
    });
  $("pairs-print").replaceChildren(...whole);
});
addEventListener("afterprint", () => $("pairs-print").replaceChildren());
// The first screen is drawn before any data is unpacked.
addEventListener("load", () => setTimeout(() => void load()));
