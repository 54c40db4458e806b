import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { servedEstimate } from "./estimate/served-estimate.test.support.ts";
import { newFolder, promptnce, startPromptnce } from "./promptnce.test.support.ts";

/** Runs the command in its own process, and returns the names of the packages that it loaded. */
async function loadedPackages(args: readonly string[]): Promise<string[]> {
  const folder = newFolder();
  const [hook, list] = [join(folder, "hook.mjs"), join(folder, "urls.txt")];
  writeFileSync(
    hook,
    `import { appendFileSync } from "node:fs";
import { registerHooks } from "node:module";
registerHooks({
  load(url, context, next) {
    appendFileSync(${JSON.stringify(list)}, url + "\\n");
    return next(url, context);
  },
});
`,
  );
  const env = { NODE_OPTIONS: `--import=${pathToFileURL(hook).href}` };
  expect(await startPromptnce(args, { env })).toMatchObject({ status: 0 });
  const urls = existsSync(list) ? readFileSync(list, "utf8").split("\n") : [];
  const names = urls.flatMap(
    (url) => /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? [],
  );
  return [...new Set(names)].toSorted();
}

describe("the packages that a command loads", () => {
  it("are those of its options and its lines, for its version", async () => {
    const loaded = await loadedPackages(["--version"]);
    expect(loaded).toContain("commander");
    expect(loaded).not.toContain("zod");
  });

  it("are no parser of files, for the help of a subcommand", { tags: "full" }, async () => {
    const loaded = await loadedPackages(["estimate", "--help"]);
    expect(loaded).toContain("zod");
    expect(loaded).not.toContain("yaml");
    expect(loaded).not.toContain("papaparse");
  });

  it("are none that draw figures, for a table of replies", { tags: "full" }, async () => {
    const { args, out } = await servedEstimate();
    expect(await promptnce(args)).toMatchObject({ status: 0 });
    const loaded = await loadedPackages(["replies", "stats", `${out}.replies.jsonl`]);
    expect(loaded).toContain("markdown-table");
    expect(loaded.filter((name) => /plot|^d3/.test(name))).toEqual([]);
  });

  it("have a vendor's SDK among them once a question is asked", { tags: "full" }, async () => {
    const { args } = await servedEstimate({}, "anthropic");
    expect(await loadedPackages(args)).toContain("@anthropic-ai/sdk");
  });

  it(
    "have no SDK among them, where a server that only speaks as OpenAI is asked",
    { tags: "full" },
    async () => {
      const { args } = await servedEstimate();
      expect(await loadedPackages(args)).not.toContain("openai");
    },
  );

  it.each([
    ["openai", "openai"],
    ["anthropic", "@anthropic-ai/sdk"],
  ] as const)(
    "are neither the SDK of %s nor a progress bar, when every reply is stored",
    { tags: "full" },
    async (provider, sdk) => {
      const { args } = await servedEstimate({}, provider);
      expect(await promptnce(args)).toMatchObject({ status: 0 });
      const loaded = await loadedPackages(args);
      expect(loaded).toContain("papaparse");
      expect(loaded).not.toContain(sdk);
      expect(loaded).not.toContain("cli-progress");
    },
  );
});
