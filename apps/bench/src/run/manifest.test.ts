import type { AskedManifest } from "@promptnce/engine/run";
import { expect, it } from "vitest";
import { parseConfig } from "../study/config.ts";
import { manifest } from "./manifest.ts";
import type { PlannedRun } from "./plan-run.ts";

it("records the settings of models that replies depend on, and no paths, keys or time limits", () => {
  const config = parseConfig({
    model: ["openai:m"],
    baseUrl: "http://h/v1",
    keyEnv: "KEY",
    grammar: "off",
    effort: "low",
    maxTokens: 9,
    timeout: 3,
  });
  const run = { packs: [], setting: { config, studies: [] }, left: [] } as unknown as PlannedRun;
  const written = manifest(run, {} as AskedManifest, false) as { run: object };
  expect(written.run).toMatchObject({ grammar: "off", effort: "low", maxTokens: 9 });
  expect(Object.keys(written.run)).toContain("baseUrl");
  expect(Object.keys(written.run)).not.toContain("keyEnv");
  expect(Object.keys(written.run)).not.toContain("timeout");
});
