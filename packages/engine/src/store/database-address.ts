/**
 * Whether a store is a database rather than a file.
 *
 * @example
 * ["postgres://team@db.example/replies", "replies.jsonl"].map(isDatabase); // → [true, false]
 */
export function isDatabase(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place);
}

/**
 * What is wrong with the address of a database, or `undefined`. The sentence never quotes the
 * address, which may hold a password.
 *
 * @example
 * addressMistake("postgres://team@db.example:5432/replies"); // → undefined
 */
export function addressMistake(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!isDatabase(address) || !url)
    return "give the address of a database as postgres://user@host:5432/name";
  if (url.password === "" && !url.searchParams.has("password")) return undefined;
  return "addresses are shown and recorded, so this one must not contain a password; set PGPASSWORD, or write the password into ~/.pgpass";
}
