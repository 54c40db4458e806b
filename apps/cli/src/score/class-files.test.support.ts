import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { syntheticClass } from "@promptnce/case-study/world";
import Papa from "papaparse";
import { newFolder } from "../promptnce.test.support.ts";

const { students } = syntheticClass(1, 10);

/**
 * Ten students of a synthetic class as files: their attempts, and two kinds of summary. `also` is
 * appended to every name, program and summary.
 */
export function classFiles(also = ""): { folder: string; attempts: string; summaries: string } {
  const folder = newFolder();
  const attempts = join(folder, "attempts.csv");
  const summaries = join(folder, "summaries.csv");
  const rows = students.flatMap(({ id, window, later }) =>
    [...window, ...later].map(({ task, code }) => [id + also, task + also, code + also]),
  );
  writeFileSync(attempts, Papa.unparse({ fields: ["student", "task", "code"], data: rows }));
  const told = students.flatMap(({ id, summaries: own }) =>
    Array.from(own, ([kind, summary]) => [id + also, kind + also, summary + also]),
  );
  writeFileSync(summaries, Papa.unparse({ fields: ["student", "kind", "summary"], data: told }));
  return { folder, attempts, summaries };
}
