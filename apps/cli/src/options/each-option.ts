import { InvalidArgumentError } from "commander";

/** Reads an option that may be repeated, each time with one value or several by commas. */
export function each(value: string, before: readonly string[] = []): string[] {
  return [...before, ...value.split(",").map((part) => part.trim())];
}

/** Reads such an option where its values are names of a list; one given twice counts once. */
export function eachOf<T extends string>(names: readonly T[]): (value: string, before?: readonly T[]) => T[] {
  const isName = (value: string): value is T => (names as readonly string[]).includes(value);
  return (value, before = []) => {
    const given = each(value);
    const unknown = given.find((name) => !isName(name));
    if (unknown !== undefined) {
      throw new InvalidArgumentError(`${JSON.stringify(unknown)} is none of ${names.join(", ")}.`);
    }
    return [...new Set([...before, ...given.filter(isName)])];
  };
}
