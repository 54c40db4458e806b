import { claude, llama, printedTable, type PrintedTable } from "./models.ts";

/** Table 2, the conditional alone, K = 5 (3 on ChaosNLI). */
export const printedConditional: PrintedTable = printedTable({
  "promptnce:none": [claude(0.45, 0.04), claude(0.8, 0.02), claude(0.27, 0.04)],
  infonce: [claude(0.21, 0.04), claude(0.8, 0.02), claude(0.22, 0.04)],
  "direct-split:none": [claude(0.35, 0.04), claude(0.72, 0.02), claude(0.23, 0.04)],
  "gem:none": [llama(0.24, 0.05, 0.43, 0.04), llama(0.15, 0.05, 0.55, 0.03), llama(0.16, 0.05, 0.26, 0.04)],
});
