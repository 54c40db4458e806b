import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const main = join(import.meta.dirname, "../src/main.js");
const example = readFileSync(join(import.meta.dirname, "../examples/queues.yaml"), "utf8");

const complaints = [
  "never came.,delivery",
  "was charged twice.,billing",
  "came broken.,returns",
  "is late again.,delivery",
];
const rows = Array.from(
  { length: 900 },
  (_, i) => `Order ${i + 101} ${complaints[i % complaints.length]}`,
);

/** Starts `view` on a folder where `estimate` is running with the simulated server. */
export async function startedView(
  folder: string,
): Promise<AsyncDisposable & { readonly url: string }> {
  mkdirSync(folder);
  const [file, task] = [join(folder, "messages.csv"), join(folder, "queues.yaml")];
  // The server does not see the rows, so it needs the labels.
  writeFileSync(task, `${example}labels: [delivery, billing, returns]\n`);
  writeFileSync(file, `text,queue\n${rows.join("\n")}\n`);
  const children: ChildProcess[] = [];
  /** The first URL that the command prints. */
  const started = async (...args: readonly string[]): Promise<string> => {
    const child = spawn(process.execPath, [main, ...args], {
      cwd: folder,
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.push(child);
    let output = "";
    return new Promise((resolve, reject) => {
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding("utf8").on("data", (text: string) => {
          output += text;
          const [url] = /http:\/\/\S+/.exec(output) ?? [];
          if (url !== undefined) resolve(url);
        });
      }
      child.on("close", () => reject(new Error(`${args.join(" ")} ended: ${output}`)));
    });
  };
  const server = await started(
    "serve-simulated",
    "--task",
    task,
    "--latency",
    "50-150",
    "--failures",
    "0.05",
  );
  const columns = [
    "--task",
    task,
    "--x",
    "message=text",
    "--y",
    "queue",
    "--store",
    "replies.jsonl",
    "--out",
    "scored.csv",
  ];
  const journalArguments = [
    "--provider",
    "openai",
    "--base-url",
    new URL("/v1", server).href,
    "--model",
    "simulated",
    "--yes",
  ];
  void started("estimate", file, ...columns, ...journalArguments).catch(() => {});
  return {
    url: await started("view", folder),
    async [Symbol.asyncDispose]() {
      for (const child of children) {
        child.kill();
        if (child.exitCode === null && child.signalCode === null) await once(child, "close");
      }
    },
  };
}
