import { copyFile, mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Decision } from "@promptnce/core";
import { openJournal, readJournal } from "@promptnce/engine/journal";

/**
 * Keeps the parts of a run that its tables can be recreated from, given the datasets: the manifest,
 * and each reply under its key without the prompts, which contain the datasets owners' texts.
 */
export async function keepRun(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const store = join(to, "replies.jsonl");
  await rm(store, { force: true });
  using journal = openJournal(store);
  for (const record of readJournal(join(from, "replies.jsonl"))) {
    const { continuation, decision, reply } = record;
    journal.append({
      ...record,
      prompt: "",
      continuation: continuation && { ...continuation, text: "" },
      decision: decision && withoutTexts(decision),
      reply:
        continuation && reply.text !== "" ? { ...reply, text: withoutBefore(reply.text) } : reply,
    });
  }
  await copyFile(join(from, "manifest.json"), join(to, "manifest.json"));
}

function withoutTexts({ options, ...decision }: Decision): Decision {
  const ids = options?.map(({ id }) => ({ id, description: "" }));
  return { ...decision, instructions: "", ...(ids && { options: ids }) };
}

/** A scored text without the prompt that precedes it. */
function withoutBefore(text: string): string {
  return JSON.stringify({ ...(JSON.parse(text) as object), before: undefined });
}
