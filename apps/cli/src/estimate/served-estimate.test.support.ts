import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Provider } from "@promptnce/core";
import { random } from "@promptnce/core/sampling";
import { readPrompt } from "@promptnce/prompts";
import { simulated } from "@promptnce/rehearsal";
import {
  type SimulatedServer,
  simulatedServer,
  type SimulatedServerOptions,
} from "@promptnce/rehearsal/server";
import { onTestFinished } from "vitest";
import { newFolder } from "../promptnce.test.support.ts";

const joint = {
  name: "test",
  marginal: new Map([
    ["a", 0.5],
    ["b", 0.3],
    ["c", 0.2],
  ]),
  conditional: (_: unknown, y: string) => ({ a: 0.2, b: 0.3, c: 0.5 })[y] ?? 0,
};

export interface ServedEstimate {
  readonly server: SimulatedServer;
  readonly folder: string;
  /** The path of the results. */
  readonly out: string;
  /**
   * The arguments of a run over 60 rows, or over `rows`, with three labels. It asks three more
   * questions, about base rates.
   */
  readonly args: readonly string[];
}

/** A truthful respondent of that distribution. */
export const truthful = (): Provider =>
  simulated({ read: readPrompt, joint, profile: "truthful", seed: 1 });

/** A server that knows a joint distribution, and the arguments of a run that uses it. */
export async function servedEstimate(
  options: Partial<SimulatedServerOptions> = {},
  provider: "anthropic" | "openai" = "openai",
  rows = 60,
): Promise<ServedEstimate> {
  const server = await simulatedServer({ respondent: truthful(), ...options });
  onTestFinished(() => server[Symbol.asyncDispose]());
  const folder = newFolder();
  const file = join(folder, "pairs.csv");
  const source = random("rows");
  const lines = Array.from({ length: rows }, (_, i) => `cue ${i},${"abc"[source.below(3)]}`);
  writeFileSync(file, `cue,response\n${lines.join("\n")}\n`);
  const out = join(folder, "r.csv");
  const url = provider === "openai" ? `${server.url}/v1` : server.url;
  const args = [
    "estimate",
    file,
    "--task",
    "words",
    "--y",
    "response",
    "--out",
    out,
    "--provider",
    provider,
    "--base-url",
    url,
    "--model",
    "any",
  ];
  return { server, folder, out, args };
}
