import { taskYaml } from "./task-yaml.ts";

/** A whole task, for somebody to change. */
export function exampleTask(): string {
  return taskYaml(
    "moods",
    {
      person: "a rater",
      sees: "ONE comment from Reddit",
      fields: ["comment"],
      event: "names the emotion that it expresses most",
      label: "emotion",
    },
    {
      examples: [
        { x: { comment: "We did it, after all these years!" }, y: "joy" },
        { x: { comment: "Thanks, that solved it for me." }, y: "gratitude" },
        { x: { comment: "The shop opens at nine." }, y: "neutral" },
        { x: { comment: "Who designed this form? Nothing works." }, y: "annoyance" },
      ],
    },
  );
}
