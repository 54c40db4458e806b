// Shows a student's attempt beside the summaries that it judged. Text from data is only written as
// text nodes.
/* global element -- of tables.js, in the same script */

/**
 * The winner and the reasons: both summaries, each method's masses given either, and the
 * candidates.
 */
// oxlint-disable-next-line no-unused-vars -- pairs.js, in the same script, calls it
function toldAttempt({ verdicts, summaries, candidates, own, masses }) {
  const name = (i) => String.fromCharCode(65 + i) + (i === own ? ", the student's own" : "");
  const beside = (className, made) => element("div", { className: `beside ${className}` }, ...made);
  const told = summaries.map(({ kind, text }) =>
    element(
      "div",
      {},
      element("h4", { textContent: `Summary “${kind}”` }),
      element("p", { textContent: text }),
    ),
  );
  const shown = candidates.map((text, i) =>
    element(
      "div",
      { className: i === own ? "own" : "" },
      element("h4", { textContent: name(i) }),
      element("pre", { textContent: text, tabIndex: 0 }),
    ),
  );
  return [
    element("ul", {}, ...verdicts.map((textContent) => element("li", { textContent }))),
    beside("", told),
    beside(
      "",
      masses.map(({ method, given }) =>
        massTable({ method, given, summaries, own, names: candidates.map((_, i) => name(i)) }),
      ),
    ),
    element("h4", { textContent: "What the model chose from" }),
    beside("candidates", shown),
  ];
}

/** A row per letter and a column per summary, with a bar behind each mass. */
function massTable({ method, given, summaries, own, names }) {
  const rests = given.map((masses) =>
    masses.length > 0 ? 1 - masses.reduce((sum, mass) => sum + mass, 0) : undefined,
  );
  // A closed set leaves no mass outside it, except by rounding.
  const open = rests.some((rest) => rest > 1e-9);
  const cell = (mass) => {
    const made = element("td", {
      className: "number",
      textContent: mass === undefined ? "–" : mass.toFixed(2),
    });
    made.style.setProperty("--mass", `${100 * (mass ?? 0)}%`);
    return made;
  };
  const row = (title, values, className) =>
    element(
      "tr",
      { className },
      element("th", { scope: "row", textContent: title }),
      ...values.map(cell),
    );
  const heads = ["Program", ...summaries.map(({ kind }) => kind)];
  return element(
    "table",
    { className: "masses" },
    element("caption", { textContent: `Mass by letter, ${method}` }),
    element(
      "thead",
      {},
      element(
        "tr",
        {},
        ...heads.map((textContent) => element("th", { scope: "col", textContent })),
      ),
    ),
    element(
      "tbody",
      {},
      ...names.map((title, i) =>
        row(
          title,
          given.map((masses) => masses[i]),
          i === own ? "own" : "",
        ),
      ),
      ...(open ? [row("OTHER", rests, "")] : []),
    ),
  );
}
