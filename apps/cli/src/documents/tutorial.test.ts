import { readFileSync } from "node:fs";
import { join } from "node:path";
import Papa from "papaparse";
import { describe, expect, it } from "vitest";
import { runDocument } from "./run-document.test.support.ts";

const docs = join(import.meta.dirname, "../../../../docs");

describe("the tutorial", () => {
  it(
    "runs as written, from the CSV to the page, and prints the promised output",
    { tags: "full" },
    async () => {
      const folder = await runDocument(readFileSync(join(docs, "tutorial.md"), "utf8"));
      const read = (name: string): string => readFileSync(join(folder, name), "utf8");
      expect(read("page.html")).toContain("The invoice has the wrong address.");
      expect(read("page.html")).toContain("<svg");
      expect(read("again.html")).toContain("<svg");
      const rows = (name: string) => Papa.parse(read(name).trim(), { header: true }).data;
      expect(rows("rehearsal.csv")).toHaveLength(27);
      expect(rows("scored.csv")).toHaveLength(3 * 27);
      expect(rows("top.csv")).toHaveLength(2 * 9);
      expect(read("result.parquet").slice(0, 4)).toBe("PAR1");
    },
  );
});

describe("the page about judges", () => {
  it("runs as written, and prints the promised numbers", { tags: "full" }, async () => {
    const folder = await runDocument(readFileSync(join(docs, "judge.md"), "utf8"));
    const judged = readFileSync(join(folder, "judged.csv"), "utf8");
    expect(Papa.parse(judged.trim(), { header: true }).data).toHaveLength(2000);
  });
});

describe("a document that is run", () => {
  const run = (text: string, said: string) =>
    runDocument(`\`\`\`sh\n${text}\n\`\`\`\n\n\`\`\`text\n${said}\n\`\`\`\n`);

  it("fails if a command fails, or if a line is missing or out of order", async () => {
    await expect(run("printf 'a\\nb\\nc\\n'", "a\n…\nc")).resolves.toBeTypeOf("string");
    await expect(run("printf 'a\\nb\\n'", "b\na")).rejects.toThrow();
    await expect(run("echo a", "a b")).rejects.toThrow();
    await expect(run("echo a; promptnce --nonsense", "a")).rejects.toThrow();
  });
});
