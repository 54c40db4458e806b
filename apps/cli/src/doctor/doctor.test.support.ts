import { simulatedServer, type SimulatedServerOptions } from "@promptnce/rehearsal/server";
import { readPrompt } from "@promptnce/prompts";
import { simulated } from "@promptnce/rehearsal";
import { syntheticWorld } from "@promptnce/datasets";
import { expect, onTestFinished } from "vitest";
import type { Diagnosis } from "./finding.ts";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

const KEY = "sk-test-very-secret";
export const joint = syntheticWorld("chaosnli");

export async function start(options: Partial<SimulatedServerOptions> = {}) {
  const respondent = simulated({ read: readPrompt, joint, profile: "truthful", seed: 1 });
  const server = await simulatedServer({ respondent, ...options });
  onTestFinished(() => server.close());
  return server;
}

export const env = { ANTHROPIC_API_KEY: KEY, OPENAI_API_KEY: "", SERVER_KEY: KEY };

/** Runs `doctor --json` and returns its findings by check. */
export async function examine(args: readonly string[]) {
  const all = ["doctor", "--json", "--data", newFolder(), ...args];
  const { status, stdout, stderr } = await promptnce(all, { env });
  expect({
    said: stderr.replace(/^Asking \S+ ten short questions, .*\n/, ""),
    leaked: stdout.includes(KEY),
  }).toEqual({
    said: "",
    leaked: false,
  });
  const findings = JSON.parse(stdout) as Diagnosis[];
  return { status, found: new Map(findings.map((finding) => [finding.check, finding])) };
}

/** The findings about the model of a server. */
export function examineServer(address: string) {
  return examine(["--provider", "openai", "--model", "m", "--base-url", address]);
}
