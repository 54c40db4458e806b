import { basename } from "node:path";
import { session } from "@promptnce/engine/run";
import { inputFormat, tableFile } from "@promptnce/rows/input";
import { readRecorded, recordedRows } from "@promptnce/rows/recorded";
import type { EstimateOptions } from "./estimate-options.ts";
import type { Prepared } from "./prepare.ts";

/** Recorded masses in the place of rows, and a session that asks nothing and counts what was read as replies it had. */
export async function prepareRecorded({ input, given }: EstimateOptions, signal: AbortSignal) {
  const { x, y, count, method, delimiter } = given;
  using table = await tableFile({
    path: input,
    format: inputFormat(input, given.format),
    delimiter,
    signal,
  });
  const recorded = await readRecorded(table, { x, y, count });
  const rows = recordedRows(recorded, method);
  const template = { id: "recorded", version: 1, render: nothing, parse: nothing };
  const provider = { name: "recorded", model: basename(input), settings: {}, complete: nothing };
  const store = { get: () => undefined, append: nothing, entries: () => [] };
  const asking = session({
    provider: provider as never,
    findTemplate: () => template,
    store,
    texts: 200,
  });
  const reply = { text: "", stop: "end", stored: true } as const;
  for (const { question, reading } of recorded.sets) {
    asking.note({ question, template: "recorded@1", prompt: "", reply, reading });
  }
  const task = {
    name: "recorded",
    mode: "faithful",
    fields: rows.columns.x.map(({ field }) => field),
  } as const;
  const title = `${basename(input)}, in which masses were recorded; no model was asked`;
  const prepared: Prepared = {
    ...rows,
    task: { ...task, findTemplate: asking.findTemplate, read: nothing },
    respondent: { provider: asking.provider, simulated: false, title },
    window: 1,
    [Symbol.asyncDispose]: async () => {},
  };
  return { prepared, asking };
}

function nothing(): never {
  throw new Error("of recorded masses nothing is asked");
}
