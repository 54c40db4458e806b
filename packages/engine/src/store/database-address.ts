/** Whether a store is a database rather than a file. */
export function isDatabase(place: string): boolean {
  return /^postgres(ql)?:\/\//.test(place);
}

/**
 * What is wrong with the address of a database, or `undefined`. The sentence never quotes the
 * address, which may hold a password.
 */
export function addressMistake(address: string): string | undefined {
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (!isDatabase(address) || !url)
    return "give the address of a database as postgres://user@host:5432/name";
  if (url.password === "" && !url.searchParams.has("password")) return undefined;
  return "an address is shown and recorded, so no password may stand in it; set PGPASSWORD, or write it into ~/.pgpass";
}
