import { onTestFinished, vi } from "vitest";
import type { promptnce } from "../promptnce.test.support.ts";

/** A question, the hints beside its choices, and the answer. */
interface Asked {
  readonly message: string;
  readonly hints: readonly string[];
  readonly answer: unknown;
}

/**
 * The command with a person at its terminal, who answers a message with what is typed for it, and
 * else with Enter. Its modules are loaded anew, since others hold them.
 */
export async function commandAtTerminal(
  typed: ReadonlyMap<string, unknown>,
): Promise<{ readonly promptnce: typeof promptnce; readonly asked: readonly Asked[] }> {
  const asked: Asked[] = [];
  const answer = <T>(
    message: string,
    enter: T,
    options: readonly { readonly hint?: string }[] = [],
  ): Promise<T> => {
    const given = (typed.get(message) ?? enter) as T;
    asked.push({ message, hints: options.map(({ hint = "" }) => hint), answer: given });
    return Promise.resolve(given);
  };
  vi.resetModules();
  onTestFinished(() => {
    vi.doUnmock("@clack/prompts");
    vi.doUnmock("#command/terminal");
    vi.resetModules();
  });
  vi.doMock(import("@clack/prompts"), async (load) => {
    const clack = await load();
    const prompts = {
      select: ({ message, initialValue, options }: Parameters<typeof clack.select>[0]) =>
        answer(message, initialValue ?? options[0]?.value, options),
      multiselect: ({ message, initialValues, options }: Parameters<typeof clack.multiselect>[0]) =>
        answer(message, initialValues, options),
      confirm: ({ message, initialValue }: Parameters<typeof clack.confirm>[0]) =>
        answer(message, initialValue),
      text: ({ message, defaultValue }: Parameters<typeof clack.text>[0]) =>
        answer(message, defaultValue ?? ""),
    };
    return { ...clack, ...prompts } as unknown as typeof clack;
  });
  vi.doMock(import("#command/terminal"), async (load) => ({
    ...(await load()),
    personAtTerminal: () => ({ confirm: () => Promise.resolve(true) }),
  }));
  return { ...(await import("../promptnce.test.support.ts")), asked };
}
