import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** One Python with what it has and how long each task took it. */
export interface PythonPeer {
  readonly name: string;
  readonly ms: Readonly<Record<string, number>>;
}

export interface PythonPeers {
  readonly present: readonly PythonPeer[];
  /** One sentence for each Python or library that was not found. */
  readonly absent: readonly string[];
}

interface Output {
  readonly python: string;
  readonly versions: Readonly<Record<string, string>>;
  readonly ms: Readonly<Record<string, number>>;
  readonly missing?: string;
}

/**
 * Times the peers in every distinct Python found: the one named by PROMPTNCE_PYTHON or on the path,
 * and the distribution's own.
 */
export function pythonPeers(): PythonPeers {
  const present: PythonPeer[] = [];
  const absent: string[] = [];
  for (const command of [process.env["PROMPTNCE_PYTHON"] ?? "python3", "/usr/bin/python3"]) {
    const output = timesOf(command);
    if (output === undefined) {
      absent.push(`${command}: not found, or it failed.`);
      continue;
    }
    const versions = Object.entries(output.versions).map(([library, version]) => `${library} ${version}`);
    const name = [`Python ${output.python}`, ...versions].join(", ");
    if (present.some((peer) => peer.name === name)) continue;
    if (output.missing !== undefined) absent.push(`Python ${output.python}: no ${output.missing}.`);
    else present.push({ name, ms: output.ms });
    if (output.missing === undefined && output.versions["scikit-learn"] === undefined) {
      absent.push(`Python ${output.python}: no scikit-learn.`);
    }
  }
  return { present, absent };
}

function timesOf(command: string): Output | undefined {
  const script = fileURLToPath(new URL("peers.py", import.meta.url));
  const run = spawnSync(command, [script], { encoding: "utf8" });
  return run.status === 0 ? (JSON.parse(run.stdout) as Output) : undefined;
}
