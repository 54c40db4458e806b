import { join } from "node:path";
import { openingConformance } from "@promptnce/testing/page-conformance";
import { runMain } from "../testing/run-main.test.support.ts";

const own = join(import.meta.dirname, "../../challenge");

openingConformance({
  name: "the leaderboard",
  write: async (folder) => {
    const files = ["simulated", "base-rates"].map((name) => join(own, `${name}.jsonl`));
    await runMain(["challenge", "table", ...files, "--out", "."], folder);
    return join(folder, "leaderboard.html");
  },
  limits: "Rows with “(simulated)” are of a simulated respondent",
});
