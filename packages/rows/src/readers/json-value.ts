import { isNestedTooDeep, withoutNaN } from "@promptnce/core/json";

/**
 * The value of a JSON text, with numbers as they are written, and `null` for the `NaN` of Python;
 * throws for what is no JSON.
 */
export function jsonValue(text: string): unknown {
  try {
    return strictValue(text);
  } catch (error) {
    if (!/\bNaN\b|\bInfinity\b/.test(text)) throw error;
    return strictValue(withoutNaN(text));
  }
}

function strictValue(text: string): unknown {
  // A reviver would exhaust the stack on what is nested too deep, which its reader refuses.
  const revive = unusual.test(text) && !isNestedTooDeep(text);
  return JSON.parse(text, revive ? asWritten : undefined);
}

/**
 * Matches numbers that JavaScript might write differently: those with 16 digits, a fraction or an
 * exponent.
 */
const unusual = /\d{16}|\d[.eE]/;

/** A number as its source text, so that an id of 20 digits is not rounded. */
function asWritten(_: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === "number" && context?.source !== String(value)
    ? (context?.source ?? value)
    : value;
}
