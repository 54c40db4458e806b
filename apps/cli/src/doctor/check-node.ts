import type { Finding } from "./finding.ts";

/** The least version that the packages run on, as their `engines` say. */
const LEAST = [22, 13] as const;

/** Whether Node is new enough. `version` as `process.versions.node`. */
export function checkNode(version: string): Finding {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const enough = major > LEAST[0] || (major === LEAST[0] && minor >= LEAST[1]);
  if (enough) return { status: "ok", check: "node", message: version };
  const message = `${version} is too old: install Node ${LEAST.join(".")} or newer`;
  return { status: "fail", check: "node", message };
}
