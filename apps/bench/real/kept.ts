import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, isAbsolute, join } from "node:path";
import type { Decision, Reply } from "@promptnce/core";
import { openJournal, readJournal } from "@promptnce/engine/journal";

/**
 * Keeps the parts of a run that its tables can be recreated from, given the datasets: the manifest,
 * and each reply under its key without the prompts, which contain the datasets owners' texts. A
 * server that calls its model by the path of a file is taken to say the file's name.
 */
export async function keepRun(from: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  const store = join(to, "replies.jsonl");
  await rm(store, { force: true });
  using journal = openJournal(store);
  const paths = new Set<string>();
  for (const record of readJournal(join(from, "replies.jsonl"))) {
    const { continuation, decision } = record;
    const reply = withoutPath(record.reply, paths);
    journal.append({
      ...record,
      prompt: "",
      continuation: continuation && { ...continuation, text: "" },
      decision: decision && withoutTexts(decision),
      reply:
        continuation && reply.text !== "" ? { ...reply, text: withoutBefore(reply.text) } : reply,
    });
  }
  const manifest = await readFile(join(from, "manifest.json"), "utf8");
  const named = Array.from(paths).reduce(
    (text, path) => text.replaceAll(JSON.stringify(path), JSON.stringify(basename(path))),
    manifest,
  );
  await writeFile(join(to, "manifest.json"), named);
}

/** A reply in which a model has no path of a machine; one that it had is added to `paths`. */
function withoutPath(reply: Reply, paths: Set<string>): Reply {
  const { served } = reply;
  if (served?.model === undefined || !isAbsolute(served.model)) return reply;
  paths.add(served.model);
  return { ...reply, served: { ...served, model: basename(served.model) } };
}

function withoutTexts({ options, ...decision }: Decision): Decision {
  const ids = options?.map(({ id }) => ({ id, description: "" }));
  return { ...decision, instructions: "", ...(ids && { options: ids }) };
}

/** A scored text without the prompt that precedes it. */
function withoutBefore(text: string): string {
  return JSON.stringify({ ...(JSON.parse(text) as object), before: undefined });
}
