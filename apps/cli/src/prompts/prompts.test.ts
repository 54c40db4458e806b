import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

describe("promptnce prompts", () => {
  it("lists every prompt with its version", async () => {
    const { status, stdout } = await promptnce(["prompts", "list"]);
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(43);
    for (const line of lines) expect(line).toMatch(/^(words|chaosnli|goemotions|programs)\/[\w-]+(\/[a-z-]+)?@\d+$/);
  });

  it("export makes the folders that are missing", async () => {
    const out = join(newFolder(), "a", "b", "prompts.md");
    expect(await promptnce(["prompts", "export", "--format", "md", "--out", out])).toMatchObject({
      status: 0,
      stderr: "",
    });
    expect(readFileSync(out, "utf8")).toContain("words/open@");
  });

  it("shows a prompt as the paper prints it", async () => {
    const { stdout } = await promptnce(["prompts", "show", "chaosnli/conditional"]);
    expect(stdout).toMatch(/^In a large NLI annotation study, 100 raters each read/);
    expect(stdout).toMatch(/\{premise\}/);
    expect(stdout).not.toMatch(/\{\{/);
  });

  it("shows it as JSON on request, by its versioned name as well", async () => {
    const [named] = (await promptnce(["prompts", "list"])).stdout.split("\n");
    const { stdout } = await promptnce(["prompts", "show", named ?? "", "--json"]);
    const entry = JSON.parse(stdout) as { id: string; version: number };
    expect(`${entry.id}@${entry.version}`).toBe(named);
    expect(entry).toHaveProperty("answer");
  });
});
