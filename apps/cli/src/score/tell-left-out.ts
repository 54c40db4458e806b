import type { Provider } from "@promptnce/core";

/** Says at once that a setting which was asked for is not sent, since the model rejects it. */
export function tellLeftOut({ model }: Pick<Provider, "model">, name: string, value: unknown): void {
  process.stderr.write(`Not sent: ${name} = ${JSON.stringify(value)}, which ${model} rejects.\n`);
}
