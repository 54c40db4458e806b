// `npx pnpm@12 golden`: adds new templates and new versions to the golden file. It never changes
// what is in it: text that was released under a version stays that version's text.
import { writeFileSync } from "node:fs";
import { goldenFile, goldenProblems, goldenText, readGolden } from "./golden.test.support.ts";
import {
  decisionsTemplates,
  structuredTemplates,
  templates as faithfulTemplates,
  tokensTemplates,
} from "./templates.ts";

const templates = [
  ...faithfulTemplates,
  ...structuredTemplates,
  ...tokensTemplates,
  ...decisionsTemplates,
];

const golden = readGolden();
const known = new Set(golden.map(({ id, version }) => `${id}@${version}`));
const added = templates.filter(({ id, version }) => !known.has(`${id}@${version}`));
const all = [...golden, ...added.map(goldenText)];

const problems = goldenProblems(templates, all);
if (problems.length > 0) {
  console.error(problems.join("\n"));
  process.exitCode = 1;
} else {
  writeFileSync(goldenFile, `${JSON.stringify(all, null, 2)}\n`);
  console.log(`${added.length} added: ${added.map(({ id }) => id).join(", ") || "nothing new"}`);
}
