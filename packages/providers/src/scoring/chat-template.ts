import { Template } from "@huggingface/jinja";
import { rewriteStripCalls, stripFunctions } from "./strip-calls.ts";
import { type Turn, unscorable } from "./token-server.ts";

/**
 * The date used in every prompt, and part of its identity; it is the default of Llama's templates.
 */
export const CHAT_DATE = "26 Jul 2024";

/**
 * A model's own chat template, as Jinja, and how it spells the tokens that a template writes by
 * name.
 */
export interface ChatTemplate {
  readonly source: string;
  readonly bos?: string | null | undefined;
  readonly eos?: string | null | undefined;
}

/**
 * A conversation rendered by the template, with the variables that `apply_chat_template` of
 * transformers provides, except that the date is always {@link CHAT_DATE}. No turn is opened after
 * the last one.
 *
 * @throws ProviderError where the template refuses the turns, with its own words.
 */
export function renderChat({ source, bos, eos }: ChatTemplate, messages: readonly Turn[]): string {
  try {
    // The library has a `strftime_now` that cannot be replaced.
    const template = new Template(source.replaceAll("strftime_now", "strftime_then"));
    rewriteStripCalls(template.parsed);
    return template.render({
      ...stripFunctions,
      messages,
      tools: null,
      documents: null,
      add_generation_prompt: false,
      bos_token: bos ?? "",
      eos_token: eos ?? "",
      date_string: CHAT_DATE,
      strftime_then: strftime,
    });
  } catch (error) {
    throw unscorable(
      `the chat template refuses it (${(error as Error).message}): use the template plain`,
    );
  }
}

/** {@link CHAT_DATE} by the directives of strftime. */
const THEN: ReadonlyMap<string, string> = new Map(
  "d=26 -d=26 m=07 b=Jul B=July y=24 Y=2024 a=Fri A=Friday j=208 H=00 I=12 M=00 S=00 p=AM F=2024-07-26 T=00:00:00 %=%"
    .split(" ")
    .map((pair) => pair.split("=") as [string, string]),
);

function strftime(format: string): string {
  return format.replaceAll(/%(-?.)/g, (directive, letter: string) => THEN.get(letter) ?? directive);
}
