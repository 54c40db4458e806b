// JSON that others wrote: its members, and how deep it may nest
export { DEEPEST_JSON, isNestedTooDeep } from "./nesting.ts";
export { at, isObject, parsedJson, withoutNaN } from "./untyped-json.ts";
