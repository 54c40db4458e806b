/** The members of a reply's JSON object, in order: one number, or a mass for every candidate. */
export type Said = readonly (readonly [key: string, value: number])[];

/** The members as JSON text. Never through an object: `__proto__` is a possible label. */
export function saidJson(said: Said, extra = ""): string {
  const members = said.map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  return `{${members.join(", ")}${extra}}`;
}
