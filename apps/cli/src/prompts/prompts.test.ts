import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

describe("promptnce prompts", () => {
  it("lists every prompt with its version", async () => {
    const { status, stdout } = await promptnce(["prompts", "list"]);
    expect(status).toBe(0);
    const lines = stdout.trimEnd().split("\n");
    expect(lines).toHaveLength(36);
    for (const line of lines)
      expect(line).toMatch(/^(words|chaosnli|goemotions|programs)\/[\w-]+(\/[a-z-]+)?@\d+$/);
  });

  it("creates missing folders for an export", async () => {
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

  it("lists, shows and renders the prompts of a pack instead of built-in ones with the same names", async () => {
    const pack = newFolder();
    mkdirSync(join(pack, "words"));
    const { stdout: ours } = await promptnce(["prompts", "show", "words/open"]);
    writeFileSync(join(pack, "words/open.txt"), ours.replace("CUE:", "GIVEN:"));
    const named = (...args: string[]) => promptnce(["prompts", ...args, "--pack", pack]);
    const listed = (await named("list")).stdout.trimEnd().split("\n");
    expect(listed).toHaveLength(36);
    expect(listed.filter((line) => line.endsWith(" (of a pack)"))).toEqual([
      "words/open@1 (of a pack)",
    ]);
    expect((await named("show", "words/open")).stdout).toBe(ours.replace("CUE:", "GIVEN:"));
    expect((await named("show", "words/open", "--json")).stdout).toContain("GIVEN: {{cue}}");
    const rendered = await named(
      "render",
      "words/open",
      "--x",
      "cue=SHOVE",
      "--candidates",
      "PUSH,PULL",
    );
    expect(rendered.stdout).toContain("GIVEN: SHOVE");
    expect(await named("show", "words/open", "--pack", "nobody")).toMatchObject({ status: 2 });
  });
});
