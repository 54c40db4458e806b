/**
 * The names of the `{{slots}}` of a body, read off its text by the compiler: a template that
 * leaves one out, or fills one that the body does not have, does not compile.
 */
export type SlotName<Body extends string> = Body extends `${string}{{${infer Name}}}${infer Rest}`
  ? Name | SlotName<Rest>
  : never;
