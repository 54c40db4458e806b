import { existsSync } from "node:fs";
import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { runMain } from "../testing/run-main.test.support.ts";

const file = process.env["PROMPTNCE_TEST_INSTRUCT_GGUF"] ?? "";

it.skipIf(!existsSync(file))(
  "a real model's tokens are all readable: each question has some mass on the options",
  { tags: ["full"] },
  async () => {
    const cwd = await mkdtemp(join(tmpdir(), "promptnce-tokens-real-"));
    const what = [
      "--dataset",
      "synthetic-chaosnli",
      "--experiment",
      "conditional,pmi",
      "--pairs",
      "4",
      "--dev",
      "4",
    ];
    const how = [
      "--model",
      `llama:${file}`,
      "--threads",
      "1",
      "--methods",
      "promptnce,direct-split",
      "--yes",
    ];
    const tokens = ["--read-from", "tokens", "--rotations", "4"];
    const { code, stderr } = await runMain([...what, ...how, ...tokens, "--out", "out"], cwd);
    expect(stderr).toContain("of the next token's mass fell on the options");
    expect(code).toBe(0);
    const { counts, providers } = JSON.parse(
      await readFile(join(cwd, "out", "manifest.json"), "utf8"),
    ) as {
      readonly counts: object;
      readonly providers: readonly {
        readonly options: readonly { onOptions: number; unlisted: number }[];
      }[];
    };
    expect(counts).toMatchObject({ unreadable: 0, failed: 0 });
    for (const { onOptions, unlisted } of providers[0]!.options) {
      expect(onOptions).toBeGreaterThan(0.01);
      expect(onOptions).toBeLessThan(1);
      expect(unlisted).toBe(0);
    }
  },
);
