/** Whether a server can be asked there; `localhost:8000/v1` is a URL too, of the protocol `localhost:`. */
export function isHttp(address: string): boolean {
  return URL.canParse(address) && /^https?:$/.test(new URL(address).protocol);
}

/** Whether an address that is recorded would give something away. */
export function holdsSecret(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { username, password, search } = new URL(address);
  return username !== "" || password !== "" || search !== "";
}
