import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { newFolder } from "../promptnce.test.support.ts";

export const TASK = `task:
  name: queues
  person: an agent
  sees: ONE message
  event: puts it into a queue
  label: queue
  fields: [message]
`;

/** A folder with `study/study.yaml` and the rows that it names beside it. */
export function studyFolder(lines = ""): { readonly cwd: string; readonly study: string } {
  const cwd = newFolder();
  mkdirSync(join(cwd, "study"));
  const rows = ["came late", "came open", "paid twice", "paid too much", "where is it"];
  const labels = ["delivery", "delivery", "billing", "billing", "delivery"];
  const csv = rows.map((row, i) => `${row},${labels[i]},${i + 3}`).join("\n");
  writeFileSync(join(cwd, "study/rows.csv"), `message,queue,n\n${csv}\n`);
  writeFileSync(
    join(cwd, "study/study.yaml"),
    `rows: rows.csv\n${TASK}y: queue\ncount: n\nout: pmi.csv\n${lines}`,
  );
  return { cwd, study: "study/study.yaml" };
}
