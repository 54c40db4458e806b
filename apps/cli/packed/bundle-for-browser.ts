import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { rolldown } from "rolldown";

/** The entry points that the READMEs promise for browsers. */
const FOR_BROWSERS = [
  '* from "@promptnce/core"',
  '* from "@promptnce/core/methods"',
  '* from "@promptnce/core/sampling"',
  '* from "@promptnce/core/information"',
  '* from "@promptnce/core/correlation"',
  '* from "@promptnce/core/resampling"',
  '* from "@promptnce/core/comparison"',
  '* from "@promptnce/core/calibration"',
  '* from "@promptnce/core/inference"',
  '* from "@promptnce/core/repeats"',
  '* from "@promptnce/core/distances"',
  '* from "@promptnce/core/coherence"',
  '* from "@promptnce/core/errors"',
  '* from "@promptnce/prompts"',
  '* from "@promptnce/prompts/writing"',
  '* from "@promptnce/prompts/packs"',
  '* from "@promptnce/datasets"',
  '{ cached, paced, retried } from "@promptnce/engine"',
  '{ simulated } from "@promptnce/providers/simulated"',
  '{ fromAiSdk } from "@promptnce/providers/ai-sdk"',
];

/** Bundles everything promised for browsers and runs it without Node's globals and modules. */
export async function bundleForBrowser(project: string): Promise<void> {
  for (const imported of FOR_BROWSERS) {
    const input = join(project, "bundled.js");
    await writeFile(input, `export ${imported};\n`);
    const onLog = (_: unknown, { message }: { readonly message: string }) => assert.fail(message);
    const bundle = await rolldown({ input, platform: "browser", onLog });
    const { output } = await bundle.generate({ format: "iife", name: "bundled", minify: true });
    await bundle.close();
    const [{ code }] = output;
    runInContext(code, createContext({ TextEncoder, URL }));
    const kilobytes = Math.round(Buffer.byteLength(code) / 1000);
    console.log(`${imported} in a browser: ${kilobytes} kB`);
  }
}
