import { type PromptTemplate, printed, templates } from "@promptnce/prompts";

/** Every prompt for people: as the paper prints it, with what goes into its places. */
export function promptsMarkdown(): string {
  return `# Prompts\n\n${templates.map(section).join("\n\n")}\n`;
}

function section(template: PromptTemplate): string {
  const { id, version, slots, scoring } = template;
  const text = printed(template);
  const places = Object.entries(slots).map(([name, about]) => `- \`{{${name}}}\`: ${about}`);
  const before = scoring === undefined ? [] : [`System turn:\n\n${fenced(scoring.system)}`];
  return [`## ${id}@${version}`, ...before, fenced(text), places.join("\n")].join("\n\n");
}

/** In a fence that is longer than any in the text. */
function fenced(text: string): string {
  const runs = text.match(/`+/g) ?? [];
  const fence = "`".repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
  return `${fence}text\n${text}\n${fence}`;
}
