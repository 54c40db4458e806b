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

/** What becomes of an error of `fetch` with such a cause. */
function ofFetch(more: object): unknown {
  const cause = Object.assign(new Error("x"), more);
  return vendorError(new TypeError("fetch failed", { cause }), vendor);
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
      const said = port === plain ? "does not speak TLS (" : "could not be reached (";
      expect((error as Error).message).toContain(`A vendor ${said}`);
    }
  });

  it.each([
    ["a connection that is not made in time", { code: "UND_ERR_CONNECT_TIMEOUT" }],
    ["an address that does not answer", { code: "ETIMEDOUT", syscall: "connect" }],
  ])("costs nothing for %s", (_, more) => {
    expect(ofFetch(more)).toMatchObject({ kind: "connection", mayBeBilled: false });
  });

  it.each([
    ["CERT_HAS_EXPIRED", "has a certificate that has expired"],
    ["CERT_NOT_YET_VALID", "has a certificate that is not valid yet"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "has a certificate for another name"],
    ["DEPTH_ZERO_SELF_SIGNED_CERT", "has a certificate that no authority known to this machine"],
    ["SELF_SIGNED_CERT_IN_CHAIN", "has a certificate that no authority known to this machine"],
    ["UNABLE_TO_VERIFY_LEAF_SIGNATURE", "has a certificate that no authority known to this"],
    ["UNABLE_TO_GET_ISSUER_CERT_LOCALLY", "has a certificate that no authority known to this"],
    ["CERT_REVOKED", "has a certificate that cannot be accepted"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "does not speak TLS"],
    ["ERR_SSL_SSLV3_ALERT_HANDSHAKE_FAILURE", "could not agree on TLS"],
  ])("is named where TLS ended with %s, and not tried again", (code, meaning) => {
    const error = ofFetch({ code });
    expect(error).toMatchObject({ kind: "connection", retryable: false, mayBeBilled: false });
    expect((error as Error).message).toMatch(
      new RegExp(`^A vendor ${meaning}[^:]* \\(${code}\\), so nothing was sent: [^\n]+\\.$`),
    );
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
