import * as clack from "@clack/prompts";
import { DataError } from "@promptnce/rows/errors";
import { ANY_NAME, type FoundModel } from "../models/found-models.ts";
import type { StartOptions } from "./start-options.ts";

/** The functions required of a prompt library. */
interface Prompts {
  readonly select: typeof clack.select;
  readonly text: typeof clack.text;
  readonly isCancel: typeof clack.isCancel;
}

/**
 * Asks on standard error, once, which of the models found on this machine answers. The last choice
 * is the simulated respondent, which needs no options; it is all there is where none was found.
 */
export async function askModel(
  found: readonly FoundModel[],
  { select, text, isCancel }: Prompts = clack,
): Promise<Pick<StartOptions, "model" | "baseUrl">> {
  const output = process.stderr;
  const answered = <T>(answer: T | symbol): T => {
    if (isCancel(answer)) throw new DataError("No study was written.");
    return answer as T;
  };
  // A server that wants a key needs more than a choice.
  const usable = found.filter(({ options }) => options.keyEnv === undefined);
  if (usable.length === 0) return {};
  const models = usable.map(({ options, found: hint }, value) => ({
    value,
    label: options.model,
    hint,
  }));
  const none = {
    value: usable.length,
    label: "nobody yet",
    hint: "a simulated respondent rehearses, and costs nothing",
  };
  const place = answered<number>(
    await select({ message: "Which model answers?", options: [...models, none], output }),
  );
  const chosen = usable[place]?.options;
  if (chosen === undefined) return {};
  const { model, baseUrl } = chosen;
  if (!model.endsWith(`:${ANY_NAME}`)) return { model: [model], ...(baseUrl && { baseUrl }) };
  const name = answered<string>(
    await text({
      message: "What is the model called?",
      validate: (typed) => (typed?.trim() ? undefined : "Type the name that the vendor gives it."),
      output,
    }),
  );
  return { model: [model.slice(0, -ANY_NAME.length) + name.trim()] };
}
