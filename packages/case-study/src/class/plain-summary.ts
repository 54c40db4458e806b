/**
 * A summary as one line without a fence: it may have been written by a model that read a student's
 * code, and what stands in it must not be taken for the rest of the prompt, whose parts begin on
 * lines of their own and whose programs stand between runs of three or more backticks.
 */
export function plainSummary(text: string): string {
  return text.trim().replaceAll(/\s+/g, " ").replaceAll(/`{3,}/g, "``");
}
