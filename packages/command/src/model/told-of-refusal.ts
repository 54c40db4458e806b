import type { Provider } from "@promptnce/core";

/**
 * The same provider, which says at once when its server first refuses a connection: requests are
 * repeated for half a minute before a run ends, and meanwhile a person may start the server.
 *
 * @param say receives the line for people, once
 */
export function toldOfRefusal(
  provider: Provider,
  say: (line: string) => void,
  address = "its address",
): Provider {
  let isTold = false;
  return {
    ...provider,
    async complete(request, options) {
      try {
        return await provider.complete(request, options);
      } catch (error) {
        if (!isTold && error instanceof Error && error.message.includes("ECONNREFUSED")) {
          isTold = true;
          say(
            `No server answers at ${address} (connection refused). Start it, or stop with Ctrl-C and check --base-url: the requests are repeated for about half a minute.`,
          );
        }
        throw error;
      }
    },
  };
}
