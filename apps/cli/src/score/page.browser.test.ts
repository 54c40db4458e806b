import { join } from "node:path";
import { pageConformance } from "@promptnce/testing/page-conformance";
import { promptnce } from "../promptnce.test.support.ts";

pageConformance({
  name: "score",
  write: async (folder) => {
    await promptnce(["score", "--demo", "--out", join(folder, "out")]);
    return join(folder, "out", "report.html");
  },
  printed: /Summary “expert”.*Mass by letter, PromptNCE.*OTHER.*the student's own\s+def /s,
  tags: ["full"],
});
