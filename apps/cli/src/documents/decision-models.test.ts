import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { runDocument } from "./run-document.test.support.ts";

const TINY =
  process.env["PROMPTNCE_TEST_GGUF"] ??
  resolve(import.meta.dirname, "../../../../../shared/models/stories260K-f32.gguf");

const document = join(import.meta.dirname, "../../../../docs/decision-models.md");

it.skipIf(!existsSync(TINY))(
  "the page about decision models runs as written, from a model file to estimates, without a key",
  { tags: "full" },
  async () => {
    const folder = await runDocument(
      readFileSync(document, "utf8").replace("FILE.gguf", `${TINY} --threads 1`),
    );
    expect(existsSync(join(folder, "promptnce.replies.jsonl"))).toBe(true);
  },
);
