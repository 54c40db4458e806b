import { Agent, request } from "node:http";
import { text } from "node:stream/consumers";

/** The least that any client does: `count` POSTs over kept connections, so many at once. */
export async function floor(url: string, count: number, concurrency: number): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) JSON.parse(await post(url, agent, `{"prompt": ${next++}}`));
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  agent.destroy();
}

function post(url: string, agent: Agent, body: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { agent, method: "POST" }, (response) => {
      text(response).then(resolve, reject);
    });
    sent.on("error", reject).end(body);
  });
}
