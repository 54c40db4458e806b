import { spawnSync } from "node:child_process";

/** The Python of the tests. */
export const python: string = process.env["PROMPTNCE_PYTHON"] ?? "python3";

/** Whether it has these modules, which are not imported for it: that takes a second. */
export function pythonHas(...modules: readonly string[]): boolean {
  const program = `import importlib.util as util, sys
sys.exit(any(util.find_spec(name) is None for name in sys.argv[1:]))`;
  return spawnSync(python, ["-c", program, ...modules]).status === 0;
}
