import { datasetNames, verifyDataset } from "@promptnce/datasets";
import type { Finding } from "./finding.ts";

/** Whether each dataset's files are in the folder and whole. One that is not can be fetched. */
export async function checkData(folder: string): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const name of datasetNames) {
    const { files } = await verifyDataset(name, folder);
    const wrong = files.filter(({ status }) => status !== "ok").length;
    findings.push(
      wrong === 0
        ? { status: "ok", check: name, message: `is complete in ${folder}` }
        : {
            status: "warn",
            check: name,
            message: `${wrong} of ${files.length} files are missing or wrong in ${folder}: promptnce datasets fetch ${name} --data ${folder}`,
          },
    );
  }
  return findings;
}
