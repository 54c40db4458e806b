import { createServer } from "node:http";
import { type AddressInfo, createServer as socketServer, type Server } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { vendorError } from "./vendor-error.ts";

const vendor = { title: "A vendor", keyVariable: "A_KEY", key: "k" };

/** The port of a server that is gone with the test. */
async function portOf(server: Server): Promise<number> {
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  onTestFinished(() => void server.close());
  return (server.address() as AddressInfo).port;
}

/** What becomes of the error of a request to that address. */
async function met(url: string, headers: Record<string, string> = {}): Promise<unknown> {
  const error: unknown = await fetch(url, { method: "POST", headers }).catch(
    (thrown: unknown) => thrown,
  );
  return vendorError(error, vendor);
}

describe("a request that never left", () => {
  it("costs nothing where nobody listens, or the port is none for requests", async () => {
    const gone = socketServer();
    const port = await portOf(gone);
    await new Promise((closed) => gone.close(closed));
    for (const url of [`http://127.0.0.1:${port}`, "http://127.0.0.1:6666"]) {
      expect(await met(url)).toMatchObject({ kind: "connection", mayBeBilled: false });
    }
  });

  it("costs nothing where the server speaks no TLS, or hangs up in the middle of it", async () => {
    const plain = await portOf(createServer((_, response) => response.end("{}")));
    const cutting = await portOf(socketServer((socket) => socket.destroy()));
    for (const port of [plain, cutting]) {
      const error = await met(`https://127.0.0.1:${port}`);
      expect(error).toMatchObject({ kind: "connection", mayBeBilled: false });
    }
  });

  it.each([
    ["a certificate that nobody signed", { code: "DEPTH_ZERO_SELF_SIGNED_CERT" }],
    ["a certificate that has expired", { code: "CERT_HAS_EXPIRED" }],
    ["a connection that is not made in time", { code: "UND_ERR_CONNECT_TIMEOUT" }],
    ["an address that does not answer", { code: "ETIMEDOUT", syscall: "connect" }],
  ])("costs nothing for %s", (_, more) => {
    const cause = Object.assign(new Error("x"), more);
    const error = vendorError(new TypeError("fetch failed", { cause }), vendor);
    expect(error).toMatchObject({ kind: "connection", mayBeBilled: false });
  });

  it("is told by all addresses of a name", () => {
    const tried = (...calls: readonly string[]): unknown => {
      const errors = calls.map((syscall) => Object.assign(new Error("x"), { syscall }));
      const cause = Object.assign(new AggregateError(errors), { code: "ETIMEDOUT" });
      return vendorError(new TypeError("fetch failed", { cause }), vendor);
    };
    expect(tried("connect", "connect")).toMatchObject({ mayBeBilled: false });
    expect(tried("connect", "read")).toMatchObject({ mayBeBilled: true });
  });
});

it("a request that was cut off may be billed", async () => {
  const port = await portOf(
    socketServer((socket) => void socket.once("data", () => socket.destroy())),
  );
  expect(await met(`http://127.0.0.1:${port}`)).toMatchObject({
    kind: "connection",
    mayBeBilled: true,
  });
});

it.each(["secret\nline", "secret→"])(
  "a key that cannot be sent is told in a sentence that does not show it: %j",
  async (key) => {
    const error = await met("http://127.0.0.1:1", { authorization: `Bearer ${key}` });
    expect(error).toMatchObject({ kind: "auth", retryable: false });
    expect((error as Error).message).toBe(
      "The key for A vendor holds a character that cannot be sent, as the end of a line does: check A_KEY or apiKey.",
    );
  },
);
