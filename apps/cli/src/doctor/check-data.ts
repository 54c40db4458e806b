import { datasetNames, verifyDataset } from "@promptnce/datasets";
import type { Finding } from "./finding.ts";

/** Whether each dataset's files are in the folder and whole. One that is not can be fetched. */
export async function checkData(folder: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const name of datasetNames) {
    const { files } = await verifyDataset(name, folder);
    const wrong = files.filter(({ status }) => status !== "ok").length;
    const fetch = `promptnce datasets fetch ${name} --data ${folder}`;
    const message = `${wrong} of ${files.length} files are missing or wrong in ${folder}: ${fetch}`;
    const whole: Finding = { status: "ok", check: name, message: `is complete in ${folder}` };
    findings.push(wrong === 0 ? whole : { status: "warn", check: name, message });
  }
  return findings;
}
