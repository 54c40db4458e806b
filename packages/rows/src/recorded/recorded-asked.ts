import { fingerprintTable } from "@promptnce/engine";
import { type AskingReport, RawTally } from "@promptnce/engine/run";
import { areEmpty, type RecordedPmfs } from "./read-recorded.ts";

/** The most unreadable sets that are kept with their reasons. */
const UNREADABLE = 200;

/**
 * The record of a run over recorded sets: each counts as a reply from the store, and nothing was
 * sent.
 *
 * @example
 * import { tableFile } from "@promptnce/rows/input";
 * const table = await tableFile({ path: "recorded.csv", format: "csv" });
 * const recorded = await readRecorded(table, {});
 * recordedAsked(recorded); // → { questions: 2, stored: 2, unreadable: 0 }
 */
export function recordedAsked({ sets, rates }: RecordedPmfs): AskingReport {
  const raw = new RawTally();
  const reply = { text: "", stop: "end" } as const;
  for (const { question, reading } of sets) {
    raw.add({ question, reply, reading });
  }
  const unread = sets.flatMap(({ reading }) => (reading.ok ? [] : [reading.reason]));
  const empty = [...rates.values()].filter(areEmpty);
  const reasons = [...unread, ...empty.map(() => "the base rates of its context are all 0")];
  return {
    questions: sets.length,
    stored: sets.length,
    again: 0,
    unreadable: unread.length,
    failed: 0,
    unreadableReplies: reasons
      .slice(0, UNREADABLE)
      .map((reason) => ({ template: "recorded", prompt: "", reply: "", reason })),
    served: new Map(),
    rehearsed: false,
    options: [],
    templates: new Map(),
    raw: raw.byKind,
    keys: fingerprintTable(),
    settings: {},
    leftOut: {},
    unconstrained: 0,
  };
}
