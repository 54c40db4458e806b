import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pageConformance } from "@promptnce/testing/page-conformance";
import { promptnce } from "../promptnce.test.support.ts";

const examples = join(import.meta.dirname, "../../examples");
const emotions = ["gratitude", "joy", "anger", "sadness"];

pageConformance({
  name: "estimate",
  write: async (folder) => {
    const rows = Array.from({ length: 30 }, (_, i) =>
      emotions.map((emotion, j) => `comment number ${i},${emotion},${1 + ((i * (j + 2)) % 7)}`),
    );
    const file = join(folder, "comments.csv");
    writeFileSync(file, `comment,emotion,raters\n${rows.flat().join("\n")}\n`);
    const page = join(folder, "page.html");
    const columns = ["--task", join(examples, "moods.yaml"), "--y", "emotion", "--count", "raters"];
    await promptnce([
      "estimate",
      file,
      ...columns,
      "--out",
      join(folder, "out.csv"),
      "--report",
      page,
    ]);
    return page;
  },
  tags: ["full"],
});
