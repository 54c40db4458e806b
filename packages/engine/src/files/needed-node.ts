import { NodeVersionError } from "../errors/engine-errors.ts";

/** The oldest Node that has what the packages use, as `engines` of their manifests says. */
const NEEDED = [22, 13] as const;

/**
 * Ensures that this Node is new enough.
 *
 * @param version The version of Node; that of this process by default.
 * @throws NodeVersionError where it is older than 22.13.
 * @example
 * checkNode("24.0.0"); // → undefined
 */
export function checkNode(version: string = process.versions.node): void {
  const [major = 0, minor = 0] = version.split(".").map(Number);
  const [neededMajor, neededMinor] = NEEDED;
  if (major > neededMajor || (major === neededMajor && minor >= neededMinor)) return;
  throw new NodeVersionError(
    `Node ${NEEDED.join(".")} or newer is needed, and this is Node ${version}.`,
  );
}
