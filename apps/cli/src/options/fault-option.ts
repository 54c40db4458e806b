import type { FaultShares } from "@promptnce/providers/simulated-server";
import { InvalidArgumentError } from "commander";

/**
 * Reads `429=0.1,hang=0.02` as shares (of some faults they are seconds). Names and ranges are checked by the server, which knows
 * them; here only the form is.
 */
export function faultShares(text: string): FaultShares {
  const shares = new Map<string, number>();
  for (const part of text.split(",")) {
    const [, name, share] = /^\s*([\w-]+)\s*=\s*(\S+)\s*$/.exec(part) ?? [];
    if (name === undefined || !Number.isFinite(Number(share))) {
      throw new InvalidArgumentError(`${JSON.stringify(part)} is not of the form 429=0.1.`);
    }
    if (shares.has(name)) throw new InvalidArgumentError(`${name} is given twice.`);
    shares.set(name, Number(share));
  }
  return Object.fromEntries(shares);
}

/** Reads `50` or `20-80` as milliseconds. */
export function latencyMs(text: string): number | readonly [number, number] {
  const [, least, most] = /^(\d+(?:\.\d+)?)(?:-(\d+(?:\.\d+)?))?$/.exec(text.trim()) ?? [];
  if (least === undefined) {
    throw new InvalidArgumentError("Give milliseconds, as 50, or a range of them, as 20-80.");
  }
  if (most !== undefined && Number(most) < Number(least)) {
    throw new InvalidArgumentError(`Give the smaller first, as ${most}-${least}.`);
  }
  return most === undefined ? Number(least) : [Number(least), Number(most)];
}
