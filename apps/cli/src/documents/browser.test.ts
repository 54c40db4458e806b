import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { type Plugin, rolldown } from "rolldown";
import { expect, it } from "vitest";

const packages = join(import.meta.dirname, "../../../../packages");
const core = readFileSync(join(packages, "core/package.json"), "utf8");
const { exports } = JSON.parse(core) as { exports: Record<string, unknown> };

/** What the READMEs promise for browsers. */
const promised = [
  ...Object.keys(exports)
    .filter((entry) => !entry.endsWith(".json"))
    .map((entry) => `* from "@promptnce/core${entry.slice(1)}"`),
  '* from "@promptnce/prompts"',
  '* from "@promptnce/prompts/writing"',
  '* from "@promptnce/prompts/packs"',
  '* from "@promptnce/datasets"',
  '{ cached, paced, retried } from "@promptnce/engine"',
  '* from "@promptnce/rehearsal"',
  '{ fromAiSdk } from "@promptnce/providers/ai-sdk"',
];

/** What the published manifest of a package gives wherever there is no Node. */
const outsideNode = new Map([
  ["#sha256", join(packages, "providers/src/hash/sha256-anywhere.ts")],
  ["@promptnce/datasets", join(packages, "datasets/src/worlds/worlds.ts")],
]);

it.each(promised)("%s is bundled for a browser, and runs without Node", async (imported) => {
  const input = join(import.meta.dirname, "bundled.js");
  const problems: string[] = [];
  const entry: Plugin = {
    name: "entry",
    resolveId: (id) => (id === input ? id : outsideNode.get(id)),
    load: (id) => (id === input ? `export ${imported};` : undefined),
  };
  const onLog = (_: unknown, { message }: { readonly message: string }) =>
    void problems.push(message);
  const bundle = await rolldown({ input, platform: "browser", plugins: [entry], onLog });
  const { output } = await bundle.generate({ format: "iife", name: "bundled" });
  await bundle.close();
  expect(problems).toEqual([]);
  runInContext(output[0].code, createContext({ TextEncoder, URL }));
});
