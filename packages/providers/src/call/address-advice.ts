/** The end of an address that belongs to a single path, which a base URL does not have. */
const WHOLE = /\/(chat\/completions|completions|responses|messages|models|api\/(chat|generate))$/;

/** The port at which Ollama listens unless it is told another. */
const OLLAMA_PORT = "11434";

/**
 * Advice for a server that does not know the path it was asked at, mostly due to a missing `/v1` or
 * to a whole address given as the base URL; none where nothing is wrong with the address.
 *
 * @param address The base URL of a compatible server; `undefined` for a vendor's own.
 */
export function addressAdvice(address: string | undefined): string {
  if (address === undefined) return "";
  const { origin, hostname, pathname, port } = new URL(address);
  const path = pathname.replace(/\/+$/, "");
  const [end] = WHOLE.exec(path) ?? [];
  if (end !== undefined) {
    // Ollama's own interface is not the one that is spoken here.
    const base = `${origin}${end.startsWith("/api/") ? "/v1" : path.slice(0, -end.length)}`;
    return ` (The base URL ends in ${end}, which does not belong there: take it off and give ${base}.)`;
  }
  const doubled = /^(.*?\/v\d+)(?:\/v\d+)+$/.exec(path)?.[1];
  if (doubled !== undefined)
    return ` (The base URL has its version twice: give ${origin}${doubled}.)`;
  if (path.endsWith("/v1")) return "";
  if (path === "/api" && port === OLLAMA_PORT)
    return ` (Ollama speaks this interface at /v1, not at /api: give ${origin}/v1.)`;
  if (hostname.endsWith(".azure.com"))
    return ` (Azure speaks this interface at /openai/v1: give ${origin}/openai/v1 and the deployment as the model.)`;
  return ` (The address ${origin}${path} does not end in /v1, as most do: try ${origin}${path}/v1.)`;
}
