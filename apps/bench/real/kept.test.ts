import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "@promptnce/testing/new-folder";
import { openJournal, readJournal } from "@promptnce/engine/journal";
import { requestKey } from "@promptnce/engine";
import { expect, it } from "vitest";
import { keepRun } from "./kept.ts";

it("keeps the keys, replies and times of a run, but none of its prompts", async () => {
  const [from, to] = [newFolder(), join(newFolder(), "kept")];
  const asked = { provider: "p", model: "m", settings: {}, sample: 0, prompt: "CUE: SECRET" };
  const at = new Date(0).toISOString();
  const continuation = { text: "HUSH", template: "chat", span: "content" } as const;
  const scored = { before: "<user>CUE: SECRET", tokens: [{ id: 1, text: "HUSH", logprob: -2 }] };
  {
    using journal = openJournal(join(from, "replies.jsonl"));
    journal.append({
      ...asked,
      at,
      key: requestKey(asked),
      reply: { text: '{"HUSH": 0.1}', stop: "end" },
    });
    const key = requestKey({ ...asked, continuation });
    const failure = { kind: "connection", message: "nobody listens" };
    journal.append({
      ...asked,
      at,
      key,
      continuation,
      reply: { text: "", stop: "failed", failure },
    });
    journal.append({
      ...asked,
      at,
      key,
      continuation,
      reply: { text: JSON.stringify(scored), stop: "end" },
    });
    const decision = {
      instructions: "Is it SECRET?",
      options: [{ id: "c1", description: "SECRET" }],
    };
    journal.append({
      ...asked,
      at,
      key: requestKey({ ...asked, decision }),
      decision,
      reply: { text: '{"probabilities": []}', stop: "end" },
    });
  }
  writeFileSync(join(from, "manifest.json"), "{}");
  await keepRun(from, to);
  await keepRun(from, to);

  const before = [...readJournal(join(from, "replies.jsonl"))];
  const kept = [...readJournal(join(to, "replies.jsonl"))];
  expect(kept.map(({ key, at }) => ({ key, at }))).toEqual(
    before.map(({ key, at }) => ({ key, at })),
  );
  expect(kept[0]).toEqual({ ...before[0], prompt: "" });
  expect(kept[1]).toMatchObject({ prompt: "", reply: before[1]!.reply });
  expect(JSON.parse(kept[2]!.reply.text)).toEqual({ tokens: scored.tokens });
  expect(kept[3]!.decision).toEqual({
    instructions: "",
    options: [{ id: "c1", description: "" }],
  });
  expect(readFileSync(join(to, "replies.jsonl"), "utf8")).not.toMatch(/SECRET/);
  expect(readFileSync(join(to, "manifest.json"), "utf8")).toBe("{}");
  using opened = openJournal(join(to, "replies.jsonl"));
  expect([opened.size, opened.damage]).toEqual([3, []]);
});

it("a model that its server calls by a path is kept by the file's name", async () => {
  const [from, to] = [newFolder(), join(newFolder(), "kept")];
  const asked = { provider: "p", model: "m", settings: {}, sample: 0, prompt: "" };
  const path = join(from, "model.gguf");
  {
    using journal = openJournal(join(from, "replies.jsonl"));
    journal.append({
      ...asked,
      at: new Date(0).toISOString(),
      key: requestKey(asked),
      reply: { text: "{}", stop: "end", served: { model: path } },
    });
  }
  writeFileSync(join(from, "manifest.json"), JSON.stringify({ served: { [path]: 1 } }));
  await keepRun(from, to);

  const [kept] = readJournal(join(to, "replies.jsonl"));
  expect(kept!.reply.served).toEqual({ model: "model.gguf" });
  const manifest: unknown = JSON.parse(readFileSync(join(to, "manifest.json"), "utf8"));
  expect(manifest).toEqual({ served: { "model.gguf": 1 } });
});
