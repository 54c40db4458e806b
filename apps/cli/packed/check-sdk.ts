import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { addInstalled } from "./install-packed.ts";
import { run } from "./run.ts";

/** The newest that a team may have, beside which ours is developed with an older one. */
const SDK = "openai@7.57.0";

const PROGRAM = `import { simulated } from "@promptnce/providers";
import { openai } from "@promptnce/providers/openai";
import { simulatedServer } from "@promptnce/providers/simulated-server";

const read = () => ({ kind: "marginal", task: "words", y: "PUSH", replyKey: "p_base" });
const joint = { name: "tiny", conditional: () => 0, marginal: new Map([["PUSH", 0.25]]) };
const server = await simulatedServer({ respondent: simulated({ read, joint, profile: "truthful", seed: 1 }) });
try {
  const provider = openai({ model: "gpt-4o", apiKey: "none", baseURL: server.openaiUrl });
  console.log((await provider.complete({ prompt: "p", sample: 0 })).text);
} catch (error) {
  console.log(error.message);
} finally {
  await server[Symbol.asyncDispose]();
}
`;

/** Asks OpenAI, on the loopback, in a project with nothing but the package of providers; then with an SDK of its own. */
export async function checkSdk(folder: string, node: string): Promise<void> {
  await writeFile(join(folder, "ask.js"), PROGRAM);
  const ask = () => run(node, ["ask.js"], { folder });
  assert.match((await ask()).stdout, /cannot be loaded .*: install it with npm install openai@7\.$/m);
  await addInstalled(folder, SDK);
  const { stdout, stderr } = await ask();
  assert.match(stdout, /"p_base": 0.25/);
  assert.equal(stderr, "", "a program without a journal warns");
  const copies = globSync("node_modules/**/openai/package.json", { cwd: folder });
  assert.equal(copies.length, 1, `${SDK} gets a second copy: ${copies.join(", ")}`);
  console.log(`${SDK}: missed by a sentence, then asked with, once installed`);
}
