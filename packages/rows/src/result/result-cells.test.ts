import { expect, it } from "vitest";
import { resultCells } from "./result-cells.ts";

/** The cells of line 4 of r.csv. */
function cells(given: Readonly<Record<string, string>>) {
  const entries = new Map(Object.entries(given));
  const record = {
    line: 4,
    columns: [...entries.keys()],
    value: (column: string) => entries.get(column),
  };
  return resultCells("r.csv", record, "a result");
}

it("reads what is right, an empty number as none", () => {
  const { text, word, number, probability, has } = cells({
    y: "",
    status: "ok",
    pmi: "-1e3",
    p: "1",
    q: "0",
    none: "",
  });
  expect([text("y"), word("status", ["ok", "unreadable"])]).toEqual(["", "ok"]);
  expect([number("pmi"), number("none"), probability("none")]).toEqual([
    -1000,
    undefined,
    undefined,
  ]);
  expect([probability("p"), probability("q")]).toEqual([1, 0]);
  expect([has("none"), has("other")]).toEqual([true, false]);
});

it("reads a share as it stands, and whether it has a percent sign", () => {
  const { share } = cells({ a: "0.2", b: "20%", c: " 20 % ", d: "20", e: "", f: "%", g: "few %" });
  expect(["a", "b", "c", "d", "e"].map(share)).toEqual([
    { value: 0.2, isPercent: false },
    { value: 20, isPercent: true },
    { value: 20, isPercent: true },
    { value: 20, isPercent: false },
    undefined,
  ]);
  expect(() => share("f")).toThrow('r.csv, line 4: f is "%"; a number was expected.');
  expect(() => share("g")).toThrow('r.csv, line 4: g is "few %"; a number was expected.');
});

it("reads a number that is null in JSON lines as none", () => {
  const record = { line: 4, columns: ["pmi"], value: () => undefined };
  const { number, has } = resultCells("r.jsonl", record, "a result");
  expect([number("pmi"), has("pmi"), has("other")]).toEqual([undefined, true, false]);
  expect(() => number("other")).toThrow("there is no column other");
});

it.each(["much", " ", "NaN", "-Infinity", "true", "0,5"])("takes %j for no number", (given) => {
  expect(() => cells({ pmi: given }).number("pmi")).toThrow(
    `r.csv, line 4: pmi is "${given}"; a number was expected.`,
  );
});

it.each(["7", "-0.1", "1.0000001", "half"])("takes %j for no probability", (given) => {
  expect(() => cells({ conditional: given }).probability("conditional")).toThrow(
    `r.csv, line 4: conditional is "${given}"; a probability from 0 to 1 was expected.`,
  );
});

it("takes no blank for a name", () => {
  expect(cells({ method: "mine" }).name("method")).toBe("mine");
  expect(() => cells({ method: " " }).name("method")).toThrow(
    'r.csv, line 4: method is " "; a name was expected.',
  );
});

it("takes only the words that a column has", () => {
  expect(() => cells({ status: "weird" }).word("status", ["ok", "unreadable"])).toThrow(
    'r.csv, line 4: status is "weird"; "ok" or "unreadable" was expected.',
  );
});

it("says which column is missing, and what to give", () => {
  const { text, word, number, probability } = cells({});
  for (const read of [text, number, probability, (column: string) => word(column, ["ok"])]) {
    expect(() => read("pmi")).toThrow("r.csv, line 4: there is no column pmi; give a result.");
  }
});
