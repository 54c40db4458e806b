import type { Provider } from "@promptnce/core";

/**
 * The same provider, which says at once when its server first refuses a connection: requests are
 * repeated before a run ends, and meanwhile a person may start the server.
 *
 * @param say receives the line for people, once
 */
export function toldOfRefusal(
  provider: Provider,
  say: (line: string) => void,
  address = "its address",
): Provider {
  let isTold = false;
  let hasAnswered = false;
  return {
    ...provider,
    async complete(request, options) {
      try {
        const reply = await provider.complete(request, options);
        hasAnswered = true;
        return reply;
      } catch (error) {
        if (!isTold && error instanceof Error && error.message.includes("ECONNREFUSED")) {
          isTold = true;
          say(
            hasAnswered
              ? `The server at ${address} has stopped answering (connection refused). Start it again, or stop with Ctrl-C: the requests are repeated for about half a minute.`
              : `No server answers at ${address} (connection refused). Start it, or check --base-url: the run ends after a few seconds without an answer.`,
          );
        }
        throw error;
      }
    },
  };
}
