import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";

/** A Python with what it has and how long each task took it. */
export interface PythonPeer {
  /** Its version; `absent` where it is not there or lacks SciPy. */
  readonly python: string;
  /** Of the libraries that it has. */
  readonly versions: Readonly<Record<string, string>>;
  readonly ms: Readonly<Record<string, number>>;
}

/** Times the peers in the Python named by PROMPTNCE_PYTHON or on the path. */
export function pythonPeer(): PythonPeer {
  const script = fileURLToPath(new URL("peers.py", import.meta.url));
  const run = spawnSync(process.env["PROMPTNCE_PYTHON"] ?? "python3", [script], { encoding: "utf8" });
  return run.status === 0 ? (JSON.parse(run.stdout) as PythonPeer) : { python: "absent", versions: {}, ms: {} };
}
