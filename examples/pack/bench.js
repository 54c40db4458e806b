// `npx turbo run bench`: pairs.csv in the wording of the installed @promptnce/prompts, and in that
// of this pack.
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import installed from "@promptnce/prompts/package.json" with { type: "json" };
import pack from "./package.json" with { type: "json" };

const asked = "estimate pairs.csv --task words --y response --count people --methods direct-split";

function bench(out, ...more) {
  const args = [
    ...asked.split(" "),
    ...more,
    ...process.argv.slice(2),
    "--out",
    `bench/${out}.csv`,
  ];
  execFileSync("promptnce", args, { stdio: "inherit" });
}

mkdirSync("bench", { recursive: true });
bench(`default-${installed.version}`);
bench(`ours-${pack.version}`, "--pack", ".");
