import { expect, it } from "vitest";
import { readJob, storedJob } from "./queue-job.ts";

const decision = {
  instructions: "Which?",
  options: [
    { id: "c1", description: "dog" },
    { id: "c2", description: "\u0000 cat" },
  ],
};
const job = { key: "k", request: { prompt: "state", sample: 0, decision }, attempt: 0 };

it("keeps a question for a decision model as it is, for the worker that asks it", () => {
  expect(readJob(storedJob(job))).toMatchObject(job);
});

it("refuses one with a member that is not known here, since it may change what is asked", () => {
  const later = { ...job, request: { ...job.request, decision: { ...decision, seed: 1 } } };
  expect(readJob(storedJob(later))).toEqual({
    reason: expect.stringContaining("is no question (request.decision") as string,
  });
});
