/**
 * The key of a vendor: the given one, or else that of the first of these environment variables that
 * holds one, read as the vendors' SDKs read them.
 */
export function keyFrom(
  given: string | undefined,
  ...variables: readonly string[]
): string | undefined {
  if (given !== undefined) return given;
  return variables.map((name) => process.env[name]?.trim()).find(Boolean);
}
