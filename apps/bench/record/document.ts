import { isMeasured, markdownTableOf, placeOf, type Table, valueText } from "@promptnce/report";
import { type Agreement, rateOf } from "../src/record/agreement.ts";
import { attributeName, gapsOf, pointsOf, verdictOf } from "../src/record/findings.ts";
import { type ReplyRecord, recordTables } from "../src/record/record.ts";

/** The text about recorded replies, with tables of at most thirty rows. */
export function recordText(record: ReplyRecord): string {
  const tables = new Map(recordTables(record).map((table) => [table.name, table]));
  const of = (name: string): Table => tables.get(`record-${name}`)!;
  return [
    `**${verdictOf(record.opinionQa)}**`,
    [...pointsOf(record), ...gapsOf(record.opinionQa)].map((point) => `- ${point}`).join("\n"),
    "## Which base rate",
    "Spearman's ρ with people's on OpinionQA: of P(y|x), then of PMI by the base rate that P(y|x) was divided by. “Empty” counts the replies (of 799 about a group and a question, 599 for Llama) whose masses are all 0, and “Unstated” the questions (of 100) without a stated base rate. Neither gives an estimate: empty replies are left out, and “own” and “own + N” are over the questions with a stated base rate.",
    baseRatesText(record),
    "The difference that the implied base rate makes, over the pairs that have both base rates, with its 95 % interval:",
    differencesText(of("differences")),
    "## By attribute",
    "Means over the 13 cases. Three attributes are few: where implied does not win, the attribute is race, whose groups differ most in size.",
    attributesText(record),
    "## The conditional alone",
    "“Centred” is ρ after the effects of the group alone, and of the answer among groups with equally many answers, are subtracted. “TV” is the total variation distance from people's shares, and “EMD” the earth mover's distance in steps of an ordered scale. “Worth” is the size of a sample of people that would be as far from the whole group as the model is, with a 95 % interval.",
    picked(of("conditional"), [
      "model",
      "way",
      "rho",
      "blind_x",
      "blind_y",
      "centred",
      "distance",
      "steps",
      "people",
      "people_low",
      "people_high",
    ]),
    "ρ of P(y|x) when asked for masses, beside each other way of asking, on the pairs that can be read in both:",
    picked(of("ways")),
    "## How zeros are read",
    "ρ of PMI with the implied base rate, by how small masses are read. “0 / 0” counts the pairs whose mass and base rate are both exactly 0: they have no PMI, and are ranked as 0 unless left out.",
    picked(
      of("zeros"),
      of("zeros")
        .columns.map(({ id }) => id)
        .filter((id) => id !== "base_rate"),
      (row) => row["base_rate"] === "implied",
    ),
    ...restText(record, of),
  ].join("\n\n");
}

/** ρ of PMI with this base rate; NaN without one. */
function rhoOf(agreement: Agreement, id: string): number {
  return rateOf(agreement, id)?.pmi.rho ?? Number.NaN;
}

function baseRatesText({ opinionQa }: ReplyRecord): string {
  const ids = ["own", "counted", "counted_50", "counted_1000", "implied", "implied_sized"];
  const heads = ["own", "counted", "own + 50", "own + 1,000", "implied", "by size"];
  const rows = opinionQa.map(({ agreement }) => [
    `${agreement.replies.model}, ${agreement.replies.way}`,
    `${agreement.replies.unreadable.x}`,
    `${agreement.replies.unreadable.baseRates}`,
    valueText(agreement.conditional.rho, 3),
    ...ids.map((id) => valueText(rhoOf(agreement, id), 3)),
  ]);
  return table(["Model, way of asking", "Empty", "Unstated", "P(y|x)", ...heads], rows);
}

function differencesText(differences: Table): string {
  const at = (id: string): number => placeOf(differences, id);
  const cases = Map.groupBy(differences.rows, (row) =>
    [row[at("model")], row[at("way")]].map((cell) => valueText(cell, undefined)).join(", "),
  );
  const told = [
    ["implied", "own"],
    ["implied", "counted"],
    ["counted", "own"],
    ["implied, groups by size", "implied"],
  ];
  const lines = Array.from(cases, ([name, caseRows]) => [
    name,
    ...told.map(([first, second]) => {
      const row = caseRows.find(
        (candidate) => candidate[at("first")] === first && candidate[at("second")] === second,
      );
      if (row === undefined) return "–";
      const [difference, low, high] = ["difference", "low", "high"].map((id) =>
        valueText(row[at(id)], 2),
      );
      // Too few questions have no interval.
      return Number.isNaN(row[at("low")]) ? difference! : `${difference} (${low} to ${high})`;
    }),
  ]);
  return table(
    [
      "Model, way of asking",
      ...told.map(([a, b]) => `${a!.replace("implied, groups", "implied")} less ${b}`),
    ],
    lines,
  );
}

/** The means over models and ways of asking, by the groups of each attribute. */
function attributesText({ opinionQa }: ReplyRecord): string {
  const all = opinionQa.flatMap(({ attributes }) => attributes);
  const ids = ["own", "counted", "implied", "implied_sized"];
  const rows = [...Map.groupBy(all, ({ attribute }) => attribute)].map(
    ([attribute, judgedGroups]) => [
      attributeName(attribute),
      ...ids.map((id) => {
        const found = judgedGroups.map(({ agreement }) => rhoOf(agreement, id));
        return valueText(found.reduce((sum, value) => sum + value, 0) / found.length, 3);
      }),
    ],
  );
  return table(["Attribute", "own", "counted", "implied", "implied by size"], rows);
}

function restText({ nouns, synthBench }: ReplyRecord, of: (name: string) => Table): string[] {
  const texts: string[] = [];
  if (nouns.length > 0) {
    texts.push(
      "## Nouns",
      "Which gender a German noun brings to mind: 304 pairs of three labels, one context. Here base rates hardly matter, and implied and counted agree.",
      picked(of("nouns"), [
        "model",
        "conditional",
        "counted",
        "implied",
        "centred",
        "distance",
        "people",
      ]),
    );
  }
  if (synthBench.length > 0) {
    const models = synthBench.filter(
      ({ judged }) => !/baseline/.test(judged.agreement.replies.model),
    );
    const differences = models.map(({ judged }) =>
      judged.agreement.difference("implied", "counted"),
    );
    const [withDifference, better, clearly] = [
      differences.filter(({ difference }) => !Number.isNaN(difference)),
      differences.filter(({ difference }) => difference > 0),
      differences.filter(({ low }) => low > 0),
    ].map(({ length }) => length);
    texts.push(
      "## SynthBench",
      `Other questions and newer models, among questions with one and the same scale: the context is the scale, x the question. Implied beats counted in ${better} of ${withDifference} rows of a model, in ${clearly} with an interval above 0; rows of one model are not independent evidence. Below are the runs on all questions of two surveys.`,
      picked(
        of("synthbench"),
        ["survey", "model", "scale_questions", "conditional", "counted", "implied", "centred"],
        (row) => Number(row["questions"]) >= 200 && row["survey"] !== "globalopinionqa",
      ),
    );
  }
  return texts;
}

/** The chosen columns and rows of a table, in the document's format. */
function picked(
  { columns, rows }: Table,
  ids: readonly string[] = columns.map(({ id }) => id),
  fits: (row: Readonly<Record<string, unknown>>) => boolean = () => true,
): string {
  const shown = ids.map((id) => columns.find((column) => column.id === id)!);
  const kept = rows.filter((row) =>
    fits(
      Object.fromEntries(
        columns.map(({ id }, i) => [id, isMeasured(row[i]) ? row[i].value : row[i]]),
      ),
    ),
  );
  return table(
    shown.map(({ title }) => title),
    kept.map((row) =>
      shown.map((column) => valueText(row[columns.indexOf(column)], column.digits)),
    ),
  );
}

/**
 * A Markdown table.
 *
 * @throws RangeError if it is longer than a reader can take in; the rest belongs in the CSV
 */
function table(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length > 30) throw new RangeError(`a table of ${rows.length} rows belongs in a CSV`);
  const align = heads.map((_, i) => (i === 0 || heads[i] === "Way of asking" ? "l" : "r"));
  return markdownTableOf(
    [...heads],
    rows.map((row) => [...row]),
    align,
  );
}
