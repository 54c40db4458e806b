import { spawn } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findTaskTemplate, findTemplate } from "@promptnce/prompts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { shellCommands } from "../documents/shell-commands.test.support.ts";
import { main, newFolder, promptnce } from "../promptnce.test.support.ts";
import { readTask } from "@promptnce/rows/tasks";
import { type SimulatedServer, simulatedServer } from "@promptnce/rehearsal/server";
import type { ServeOptions } from "./serve-options.ts";
import { serverOptions } from "./server-options.ts";
import { welcome } from "./serve-simulated.ts";

const plain: ServeOptions = { port: 0, latency: 0, failures: 0 };

/** A server in this process, of the worlds that the command serves. */
let here: SimulatedServer;

beforeAll(async () => {
  here = await simulatedServer(await serverOptions(plain));
});
afterAll(() => here[Symbol.asyncDispose]());

/** Starts the command and waits for the addresses that it prints. */
async function serve(args: readonly string[] = []) {
  const child = spawn(process.execPath, [main, "serve-simulated", ...args]);
  onTestFinished(() => void child.kill("SIGKILL"));
  let stdout = "";
  let stderr = "";
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = new Promise<number | null>((done) => child.on("close", done));
  await new Promise<void>((done) => {
    child.stdout.on("data", (chunk: Buffer) => {
      stdout += chunk.toString();
      if (stdout.includes("Ctrl-C")) done();
    });
    void ended.then(() => done());
  });
  const url = /Anthropic: +--base-url (\S+)/.exec(stdout)?.[1] ?? `nothing printed: ${stderr}`;
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    return { status: await ended, stdout, stderr };
  };
  return { url, stdout, end };
}

const question = (task: string, y: string) => ({ kind: "marginal", task, y, sample: 0 }) as const;

/** What a connection that ends early is counted as. */
const CUT = { status: 0, text: "" };

async function ask(url: string, content: string) {
  const body = JSON.stringify({ model: "m", messages: [{ role: "user", content }] });
  const response = await fetch(`${url}/v1/chat/completions`, { method: "POST", body });
  const { choices } = (await response.json()) as {
    choices?: { message: { content: string } }[];
  };
  return { status: response.status, text: choices?.[0]?.message.content ?? "" };
}

describe("promptnce serve-simulated", () => {
  it("answers for every synthetic world, prints what to do, and ends with Ctrl-C", async () => {
    const { url, stdout, end } = await serve();
    expect(stdout).toContain(`--provider openai --base-url ${url}/v1`);
    for (const [task, y] of [
      ["chaosnli", "neutral"],
      ["goemotions", "joy"],
    ] as const) {
      const asked = question(task, y);
      const template = findTemplate(asked);
      const { text } = await ask(url, template.render(asked));
      const reading = template.parse(asked, text);
      expect(reading).toMatchObject({ ok: true });
      expect(reading.ok && reading.answer).toBeGreaterThan(0);
    }
    const ended = await end("SIGINT");
    expect(ended).toMatchObject({ status: 0, stderr: "" });
    expect(ended.stdout).toContain('"requests":2,"prompts":2,"outcomes":{"ok":2}');
  });

  it("answers about a user's own task that names its labels", async () => {
    const file = join(newFolder(), "moods.yaml");
    const phrases =
      "name: moods\nperson: a rater\nsees: ONE comment\nevent: names its mood\nlabel: mood\nfields: [comment]\n";
    writeFileSync(file, `${phrases}labels: [joy, anger, fear]\n`);
    await using server = await simulatedServer(await serverOptions({ ...plain, task: file }));
    const task = readTask(file);
    const asked = {
      kind: "open",
      task: "moods",
      x: { comment: "Yes!" },
      candidates: ["joy", "fear"],
      sample: 0,
    } as const;
    const template = findTaskTemplate(task)(asked);
    const { status, text } = await ask(server.url, template.render(asked));
    expect(status).toBe(200);
    expect(template.parse(asked, text)).toMatchObject({ ok: true });

    writeFileSync(file, phrases);
    const { status: code, stderr } = await promptnce(["serve-simulated", "--task", file]);
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `error: ${file} does not name its labels: the server sees no rows, so list them under labels.\n`,
    });
  });

  it("says where the rows of one's own would be known", async () => {
    const asked = {
      kind: "open",
      task: "words",
      x: { cue: "SHOVE" },
      candidates: ["PUSH", "HIT"],
      sample: 0,
    } as const;
    const body = {
      model: "m",
      messages: [{ role: "user", content: findTemplate(asked).render(asked) }],
    };
    const response = await fetch(`${here.url}/v1/chat/completions`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringMatching(/has no input .*SHOVE.*: the simulated server .* with --task STUDY/),
    ]);
  });

  it("fails the requested share of requests, in several ways", { tags: "full" }, async () => {
    const { url, end } = await serve(["--failures", "1"]);
    const met = new Set<string>();
    for (const y of ["neutral", "entailment", "contradiction"]) {
      const asked = question("chaosnli", y);
      const template = findTemplate(asked);
      for (let attempt = 0; attempt < 4; attempt++) {
        const { status, text } = await ask(url, template.render(asked)).catch(() => CUT);
        expect(status !== 200 || !template.parse(asked, text).ok).toBe(true);
        met.add(String(status));
      }
    }
    expect(met.size).toBeGreaterThan(2);
    expect((await end("SIGTERM")).status).toBe(0);
  });

  it("accepts a range of latencies", { tags: "full" }, async () => {
    const { url, end } = await serve(["--latency", "0-1"]);
    const asked = question("chaosnli", "neutral");
    expect((await ask(url, findTemplate(asked).render(asked))).status).toBe(200);
    expect((await end("SIGTERM")).status).toBe(0);
  });

  it("says which port is in use", async () => {
    const { port } = new URL(here.url);
    const { status, stderr } = await promptnce(["serve-simulated", "--port", port]);
    expect(status).toBe(2);
    expect(stderr).toContain(`error: port ${port} is in use`);
  });
});

describe("the commands that are printed", () => {
  /**
   * How each ends with these further options, by its name: as printed, score sends thousands of
   * requests.
   */
  async function endsOf(more: Readonly<Record<string, readonly string[]>>): Promise<unknown[]> {
    const commands = shellCommands(welcome(here.url, {})).filter(([word]) => word === "promptnce");
    const cwd = newFolder();
    const ends: unknown[] = [];
    for (const [, name = "", ...words] of commands) {
      const { status, stderr } = await promptnce([name, ...words, ...(more[name] ?? [])], {
        cwd,
        env: { ANTHROPIC_API_KEY: "", OPENAI_API_KEY: "" },
      });
      ends.push([name, status, status === 0 ? "" : stderr]);
    }
    return ends;
  }

  const fine = [
    ["doctor", 0, ""],
    ["score", 0, ""],
  ];

  it("are valid; score in a dry run", async () => {
    expect(await endsOf({ score: ["--dry-run"] })).toEqual(fine);
  });

  it("work as printed, and cost nothing that needs a confirmation", { tags: "full" }, async () => {
    expect(await endsOf({})).toEqual(fine);
  });
});

it("answers as a decision model, for every command, without a key", async () => {
  await using server = await simulatedServer(await serverOptions(plain));
  for (const vendor of ["decisions", "systemone", "sglang-decisions"]) {
    const model = ["--model", `${vendor}:any`, "--base-url", `${server.url}/v1`];
    const { status, stdout } = await promptnce(["doctor", ...model], { cwd: newFolder() });
    expect([status, stdout]).toEqual([0, expect.stringContaining("of 10 replies can be read")]);
  }
  expect(server.stats().outcomes).toEqual({ ok: 30 });
});

it("prints the addresses of all wire formats and of the counts, and the task that is served", () => {
  const url = "http://127.0.0.1:1";
  const text = welcome(url, { task: "my queues.yaml" });
  expect(text).toContain(`OpenAI:     --base-url ${url}/v1\n`);
  expect(text).toContain(`Anthropic:  --base-url ${url}\n`);
  expect(text).toContain(`Decisions:  --base-url ${url}/v1, with --model decisions:any`);
  expect(text).toContain(`Counts:     ${url}/stats\n`);
  expect(text).toContain(
    'promptnce estimate ROWS.csv --task "my queues.yaml" with one of these models.\n',
  );
});
