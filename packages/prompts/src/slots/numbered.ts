/** Examples one after another, as in the paper's grounded prompt: `Example 1: …`, from 1. */
export function numbered(examples: readonly string[]): string {
  return examples.map((example, index) => `Example ${index + 1}: ${example}`).join("\n");
}
