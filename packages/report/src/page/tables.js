// Sorts the tables of results and copies them as CSV.
function element(name, properties, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/**
 * Sorts numbers by size and texts by alphabet, with absent values last; a third click restores the
 * order.
 */
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
      for (const other of heads) {
        other.removeAttribute("aria-sort");
      }
      if (next !== undefined) cell.setAttribute("aria-sort", next);
      const sign = { ascending: 1, descending: -1 }[next] ?? 0;
      const sorted = original.toSorted((a, b) => sign * compare(a.cells[i], b.cells[i], sign));
      body.replaceChildren(...sorted);
    });
  }
}

/**
 * A table as shown, in its current order, with all digits and each standard error in its own
 * column.
 */
function csvOf(headers, body) {
  const rows = [...body.rows].map(({ cells }) => [...cells]);
  const withError = headers.map((_, i) =>
    rows.some((cells) => cells[i]?.dataset.error !== undefined),
  );
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

/** The older way to copy, which also works in a sandboxed frame. */
function copiedByHand(text) {
  const area = element("textarea", { value: text });
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  return copied;
}

function copier(text) {
  const button = element("button", {
    type: "button",
    className: "copy",
    textContent: "Copy as CSV",
  });
  button.addEventListener("click", async () => {
    const copied = await navigator.clipboard?.writeText(text()).then(
      () => true,
      () => copiedByHand(text()),
    );
    button.textContent = copied ? "Copied" : "The browser did not let it be copied";
  });
  return button;
}

function compare(a, b, sign) {
  const [left, right] = [a, b].map(({ dataset }) => Number(dataset.value ?? Number.NaN));
  if (!Number.isNaN(left) && !Number.isNaN(right)) return left - right;
  if (!Number.isNaN(left) || !Number.isNaN(right)) return Number.isNaN(left) ? sign : -sign;
  if (a.textContent === b.textContent) return 0;
  return a.textContent < b.textContent ? -1 : 1;
}

for (const table of document.querySelectorAll("table.result")) {
  sortable(table);
}
