import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { readmeExample } from "./readme-example.ts";

/** A server that answers in place of OpenAI. */
export interface SimulatedModel extends AsyncDisposable {
  /** What leads OpenAI's SDK to it. */
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Starts `promptnce serve-simulated` for the task in a document's `support.yaml`, as documents tell
 * readers who have no key.
 */
export async function simulatedModel(document: string, folder: string): Promise<SimulatedModel> {
  const { files } = readmeExample(await readFile(document, "utf8"));
  const task = join(folder, "support.yaml");
  await writeFile(task, files.get("support.yaml") ?? "");
  const command = join(import.meta.dirname, "../src/main.js");
  const args = [command, "serve-simulated", "--port", "0", "--task", task];
  const server = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const ended = once(server, "close");
  return {
    env: { OPENAI_BASE_URL: await addressIn(server.stdout), OPENAI_API_KEY: "any" },
    async [Symbol.asyncDispose]() {
      server.kill();
      await ended;
    },
  };
}

/** The address for OpenAI's SDK, which the server prints once it listens. */
async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface(output)) {
    const [address] = /http:\S+\/v1$/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error("the simulated server ended before it said where it is");
}
