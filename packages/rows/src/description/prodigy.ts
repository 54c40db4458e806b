import type { Column } from "../columns/column.ts";
import type { Doubt, GivenReading } from "./table-description.ts";

/** What an annotator did with a task: `answer` in every export of Prodigy. */
const DONE: ReadonlySet<string> = new Set(["accept", "reject", "ignore"]);

/** An export of Prodigy: which column holds labels, and which says whether a task was accepted. */
export interface ProdigyExport {
  readonly answer: Column;
  /**
   * The options that were chosen, or the label that was accepted or rejected; of a single label the
   * answer itself.
   */
  readonly label: Column;
}

/** What of a table is Prodigy's; `undefined` if it is no export of it. */
export function prodigyExport(columns: readonly Column[]): ProdigyExport | undefined {
  const named = (name: string): Column | undefined => columns.find((one) => one.name === name);
  const answer = named("answer");
  const isProdigy = named("_task_hash") !== undefined || named("_input_hash") !== undefined;
  if (answer === undefined || !isProdigy) return undefined;
  if (![...answer.values.keys()].every((value) => DONE.has(value))) return undefined;
  const label = named("accept") ?? named("label");
  // Where all tasks have one label, accepting or rejecting it is what people answered.
  return label && { answer, label: label.values.size === 1 ? answer : label };
}

/** The doubt whether tasks count that were not accepted. */
export function acceptedDoubt(found: ProdigyExport | undefined, given: GivenReading): Doubt[] {
  if (found === undefined || given.y === "answer") return [];
  if (found.label === found.answer) return ignoredDoubt(found.answer);
  const others = [...found.answer.values.keys()].filter((value) => value !== "accept");
  if (others.length === 0) return [];
  const says = `answer says which tasks were accepted; those with ${others.join(" or ")} give no label`;
  return [{ says, readings: [{ option: "where", value: "answer=accept" }] }];
}

/** The doubt whether tasks count that were ignored, where the others were accepted or rejected. */
function ignoredDoubt({ values }: Column): Doubt[] {
  if (!values.has("ignore")) return [];
  const says = "answer says which tasks were ignored, about which it says nothing else";
  return [
    { says, readings: [{ option: "where", value: "answer!=ignore", does: "leaves them out" }] },
  ];
}
