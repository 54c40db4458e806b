import { join } from "node:path";
import { openJournal, readJournal } from "@promptnce/engine/journal";
import { requestKey } from "@promptnce/engine";
import { type Databases, hasPostgres } from "@promptnce/testing/postgres";
import { postgresOfRun } from "@promptnce/testing/postgres-of-run";
import { beforeAll, describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

/** A journal of replies to these prompts. */
function journal(path: string, prompts: readonly string[], model = "gpt-5-mini"): string {
  using open = openJournal(path);
  for (const prompt of prompts) {
    const asked = { provider: "openai", model, settings: {}, prompt, sample: 0 };
    const usage = { inputTokens: 100, outputTokens: 10 };
    const at = "2026-02-01T00:00:00.000Z";
    open.append({
      ...asked,
      at,
      key: requestKey(asked),
      reply: { text: `to ${prompt}`, stop: "end", usage },
    });
  }
  return path;
}

describe.skipIf(!hasPostgres)("replies in a database", () => {
  let postgres: Databases;
  beforeAll(async () => void (postgres = await postgresOfRun()));

  it("are imported from journals, counted, and exported unchanged, all or in part", async () => {
    const store = await postgres.database("replies");
    const folder = newFolder();
    const [a, b] = [
      journal(join(folder, "a.jsonl"), ["1", "2"]),
      journal(join(folder, "b.jsonl"), ["2", "3"], "o"),
    ];
    const imported = await promptnce(["replies", "import", store, a, b, a]);
    expect(imported.stdout.split("\n").slice(0, 3)).toEqual([
      `${a}: 2 added, 0 skipped (already answered).`,
      `${b}: 2 added, 0 skipped (already answered).`,
      `${a}: 0 added, 2 skipped (already answered).`,
    ]);
    const { stdout } = await promptnce(["replies", "stats", store, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      requests: 4,
      groups: [{ replies: 2 }, { replies: 2, model: "o" }],
    });
    const out = join(folder, "out.jsonl");
    await promptnce(["replies", "export", store, "--out", out]);
    expect([...readJournal(out)]).toEqual([...readJournal(a), ...readJournal(b)]);
    const kept = join(folder, "kept.jsonl");
    const pruned = await promptnce(["replies", "prune", store, "--model", "o", "--out", kept]);
    expect(pruned.stdout).toBe(`2 kept in ${kept}, 2 removed.\n`);
    expect([...readJournal(kept)]).toEqual([...readJournal(b)]);
    const into = join(folder, "into.jsonl");
    expect((await promptnce(["replies", "import", into, store])).stdout).toContain(
      "4 added, 0 skipped",
    );
    expect((await promptnce(["doctor", "--store", store])).stdout).toContain(
      `store: ${store} can be used`,
    );
  });

  it("have no queue until a run uses workers", async () => {
    const store = await postgres.database("replies");
    const { status, stdout } = await promptnce(["queue", "status", "--store", store]);
    expect([status, stdout]).toEqual([
      0,
      "No worker has used this store, and nothing was asked with --workers.\n",
    ]);
  });
});
