import type { Reply } from "@promptnce/core";
import { type Databases, hasPostgres, startPostgres } from "@promptnce/testing/postgres";
import { postgresOfRun } from "@promptnce/testing/postgres-of-run";
import { beforeAll, describe, expect, it } from "vitest";
import { cached } from "@promptnce/engine";
import { openPostgresStore } from "./postgres-store.ts";

const yes: Reply = { text: "yes", stop: "end" };

/** A model that counts what it is asked. */
function counting(model = "m") {
  let calls = 0;
  const complete = async (): Promise<Reply> => {
    calls++;
    return yes;
  };
  return { name: "test", model, settings: {}, complete, calls: () => calls };
}

const request = (prompt: string) => ({ prompt, sample: 0 });

describe.skipIf(!hasPostgres)("the right to ask a model from a database", () => {
  let server: Databases;
  beforeAll(async () => void (server = await postgresOfRun()));
  const newAddress = (): Promise<string> => server.database("asking");

  it("is one program's at a time, for each model, from its first question until it closes the store", async () => {
    const address = await newAddress();
    const second = counting();
    {
      await using one = await openPostgresStore(address);
      await using other = await openPostgresStore(address);
      await cached(counting(), one).complete(request("a"));
      const asking = Array.from({ length: 20 }, (_, i) => {
        return cached(second, other).complete(request(`b ${i}`));
      });
      for (const one of await Promise.allSettled(asking)) {
        expect(one).toMatchObject({
          status: "rejected",
          reason: {
            name: "JournalError",
            message: expect.stringMatching(
              /^Another run is asking test:m from the store postgres:.* \(since 20.* from 127\.0\.0\.1\): start/,
            ) as string,
          },
        });
      }
      // What the store answers needs no right, and neither does another model.
      expect(await cached(second, other).complete(request("a"))).toEqual({ ...yes, stored: true });
      expect(second.calls()).toBe(0);
      await cached(counting("n"), other).complete(request("a"));
      await cached(counting(), one).complete(request("c"));
    }
    await using other = await openPostgresStore(address);
    await cached(second, other).complete(request("b"));
    expect(second.calls()).toBe(1);
  });

  it("is shared where both programs say so", async () => {
    const address = await newAddress();
    await using one = await openPostgresStore(address, { sharesAsking: true });
    await using other = await openPostgresStore(address, { sharesAsking: true });
    await cached(counting(), one).complete(request("a"));
    expect(await cached(counting(), other).complete(request("b"))).toEqual(yes);
  });

  it("is waited for before a question is looked up for the last time, which another may have answered", async () => {
    const address = await newAddress();
    await using other = await openPostgresStore(address);
    const late = counting();
    let answering: Promise<unknown> | undefined;
    const get = async (key: string) => {
      const entry = await other.get(key);
      // Between this look and the right to ask.
      answering ??= (async () => {
        await using one = await openPostgresStore(address);
        await cached(counting(), one).complete(request("a"));
      })();
      await answering;
      return entry;
    };
    const reply = await cached(late, { ...other, get }).complete(request("a"));
    expect(reply).toEqual({ ...yes, stored: true });
    expect(late.calls()).toBe(0);
  });

  it(
    "is taken anew where the server was restarted, unless another has it by then",
    { tags: "full" },
    async () => {
      await using own = await startPostgres();
      const address = await own.database("asking");
      const one = await openPostgresStore(address);
      const first = cached(counting(), one);
      await first.complete(request("a"));
      await own.restart();
      await first.complete(request("b"));
      await using other = await openPostgresStore(address);
      const second = cached(counting(), other);
      await expect(second.complete(request("c"))).rejects.toThrow("Another run is asking test:m");
      await one[Symbol.asyncDispose]();
      await second.complete(request("c"));
      await own.restart();
      await using third = await openPostgresStore(address);
      await cached(counting(), third).complete(request("d"));
      await expect(second.complete(request("e"))).rejects.toThrow("Another run is asking test:m");
    },
  );
});
