import { join } from "node:path";
import { openingConformance } from "@promptnce/testing/page-conformance";
import { runMain } from "../testing/run-main.test.support.ts";
import { madeUpFiles, writeFolder } from "./made-up-folder.test.support.ts";

openingConformance({
  name: "the record",
  write: async (folder) => {
    await runMain(["--experiment", "record", "--data", writeFolder(madeUpFiles())], folder);
    return join(folder, "out/report.html");
  },
  limits: "OTHER or a candidate set",
});
