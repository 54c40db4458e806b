import { type Databases, hasPostgres } from "@promptnce/testing/postgres";
import { postgresOfRun } from "@promptnce/testing/postgres-of-run";
import { beforeAll, describe, expect, it } from "vitest";
import { requestKey } from "@promptnce/engine";
import { noting, prompts, team, yes } from "../testing/team.test.support.ts";
import { queueStatus } from "../queue/limits.ts";
import { enqueue } from "../queue/queue.ts";

describe.skipIf(!hasPostgres)("a worker", () => {
  let postgres: Databases;
  beforeAll(async () => void (postgres = await postgresOfRun()));
  const newTeam = () => team(postgres, "worker");

  it.each([
    ["is not JSON", { job: "{torn" }],
    ["is no question (request.prompt: ", { job: '{"key":"a","request":{},"attempt":0}' }],
    [
      "is no question (v: ",
      { job: '{"v":2,"key":"a","request":{"prompt":"a","sample":0},"attempt":0}' },
    ],
    ["is not JSON", ["torn"]],
  ])(
    "answers what else waits beside a row of the queue that %s, which is a failure",
    async (reason, data) => {
      const { start, ask, queue, entries, store } = await newTeam();
      const asking = ask(prompts(3));
      await using own = await queue();
      await expect.poll(async () => (await own.boss.findJobs(own.name)).length).toBe(3);
      const { database } = store;
      await database.query(
        "update promptnce_queue.job set data = $1 where id = (select min(id::text)::uuid from promptnce_queue.job)",
        [JSON.stringify(data)],
      );
      const provider = noting(() => yes);
      void start(provider);
      void start(provider);
      expect(await asking).toBe(3);
      expect(provider.calls).toHaveLength(2);
      const failures = (await entries()).flatMap(({ reply }) => reply.failure ?? []);
      expect(failures).toEqual([
        {
          kind: "queue",
          message: expect.stringContaining(`Its row in the queue ${reason}`) as string,
        },
      ]);
      expect(await own.boss.findJobs(own.name)).toEqual([]);
      expect(await ask(prompts(3))).toBe(0);
    },
  );

  it("removes a dead row that cannot be read, and one whose key is another program's", async () => {
    const { start, queue, entries, store } = await newTeam();
    await using own = await queue();
    const request = { prompt: "a", sample: 0 };
    const key = requestKey({ ...request, ...own.asked() });
    await enqueue(
      own,
      [key, "theirs"].map((each) => ({ key: each, request, attempt: 0 })),
    );
    await store.database.query("update promptnce_queue.job set data = '{}', state = 'failed'");
    await store.database.query(
      "insert into promptnce.taken values (gen_random_uuid(), 0, 'q', 'test:m', 'torn', now(), 1, 1, 1)",
    );
    await start(
      noting(() => yes),
      { untilEmpty: true },
    );
    expect(await entries()).toMatchObject([{ key, reply: { failure: { kind: "queue" } } }]);
    expect((await queueStatus(store))[0]).toMatchObject({ waiting: 0, spent: 1, aside: 0 });
  });
});
