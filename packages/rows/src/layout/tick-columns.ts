import { listText, type Sentence } from "@promptnce/core/errors";
import type { FileRecord } from "../formats/records.ts";
import type { MissingTest } from "../input/missing-texts.ts";
import type { AnswerSource } from "./answer-source.ts";
import { namesOf } from "./named-layout.ts";
import { boxLabels, isOff, isOn } from "../cells/ticks.ts";
import type { Votes, VotesLack } from "./votes.ts";

/** Reads columns that each stand for a label which one person ticked, as forms export check boxes. */
export class TickColumns implements AnswerSource {
  readonly columns: readonly string[];
  readonly question = undefined;
  readonly isUnread = false;
  givesSeveral = false;
  readonly #labels: readonly string[];
  readonly #isMissing: MissingTest;
  #example: Sentence | undefined;

  constructor(columns: readonly string[], isMissing: MissingTest) {
    this.columns = columns;
    this.#labels = boxLabels(columns);
    this.#isMissing = isMissing;
  }

  search(): void {
    // Ticks are read as they stand.
  }

  begin(): void {
    this.#example = undefined;
  }

  get notes(): readonly Sentence[] {
    return this.#example === undefined ? [] : [this.#example];
  }

  votesIn(record: FileRecord): Votes {
    const ticked = this.columns.flatMap((column, i) => {
      const text = String(record.cell(column, record.columns.indexOf(column)) ?? "").trim();
      if (this.#isMissing(text) || isOff(text)) return [];
      return [isOn(text) ? this.#labels[i]! : text];
    });
    const labels = new Map(ticked.map((label) => [label, 1] as const));
    this.givesSeveral ||= labels.size > 1;
    if (labels.size > 0) this.#example ??= exampleText(this.columns, [...labels.keys()]);
    return { labels, people: Math.min(1, labels.size) };
  }

  lackOf(): VotesLack {
    return { problem: `nothing is ticked in ${namesOf(this.columns)}` };
  }
}

/** How the columns are read, by the first person who ticked one. */
function exampleText(columns: readonly string[], labels: readonly string[]): Sentence {
  const given = listText(
    labels.map((label) => JSON.stringify(label)),
    "and",
  );
  return `Each row is one person, who ticked labels in the columns ${namesOf(columns)}: the first gave ${given}. P(y|x) is the share of people who gave y to x.`;
}
