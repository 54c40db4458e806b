import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { newFolder, promptnce } from "../promptnce.test.support.ts";

/** 200 rows, every tenth with a label; what they say is what they are, but for a small wobble. */
export const rows = Array.from({ length: 200 }, (_, i) => {
  const truth = ((i * 37) % 101) / 50;
  const human = i % 10 === 0 ? truth.toFixed(2) : "";
  return {
    group: i % 20 < 10 ? "new" : "old",
    age: (i * 7) % 50,
    pmi: truth + ((i * 13) % 11) / 40,
    human,
  };
});
/** The rows as CSV. */
export const csv = `group,age,pmi,human\n${rows.map((row) => Object.values(row).join(",")).join("\n")}\n`;

export function file(name: string, text: string): string {
  const path = join(newFolder(), name);
  writeFileSync(path, text);
  return path;
}

export const infer = (...args: string[]) => promptnce(["infer", ...args, "--label", "human"]);

interface Printed {
  readonly quantity: string;
  readonly estimate: number;
  readonly low: number;
  readonly high: number;
  readonly classical: { readonly low: number; readonly high: number };
  readonly needed: { readonly labels: number; readonly classical: number };
  readonly next: readonly number[];
}

export async function printed(path: string, ...args: string[]): Promise<Printed> {
  const { status, stdout, stderr } = await infer(path, ...args, "--json");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  return JSON.parse(stdout) as Printed;
}
