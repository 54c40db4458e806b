import { confirm, isCancel } from "@clack/prompts";
import type { Person } from "@promptnce/providers/choose";

/** The person at the terminal; on standard error, so that results can be piped. */
export const person: Person = {
  async confirm(text, question) {
    process.stderr.write(`${text}\n`);
    const answer = await confirm({
      message: question,
      initialValue: false,
      output: process.stderr,
    });
    return !isCancel(answer) && answer;
  },
};
