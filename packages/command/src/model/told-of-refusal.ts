import type { Link } from "@promptnce/core";

/**
 * The link that says at once when a server first refuses a connection: requests are
 * repeated before a run ends, and meanwhile a person may start the server.
 *
 * @param say receives the line for people, once
 */
export function toldOfRefusal(say: (line: string) => void, address = "its address"): Link {
  let isTold = false;
  let hasAnswered = false;
  return (next) => ({
    ...next,
    async complete(request, options) {
      try {
        const reply = await next.complete(request, options);
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
  });
}
