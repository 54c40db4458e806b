import { getEventListeners } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { deadline } from "./deadline.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("the signal is aborted when the time is up, and not before", () => {
  const limit = deadline(100, undefined);
  vi.advanceTimersByTime(99);
  expect([limit.signal.aborted, limit.passed]).toEqual([false, false]);
  vi.advanceTimersByTime(1);
  expect([limit.signal.aborted, limit.passed]).toEqual([true, true]);
});

it("the outer signal aborts it, which is not the time being up", () => {
  const outer = new AbortController();
  const limit = deadline(100, outer.signal);
  outer.abort();
  expect([limit.signal.aborted, limit.passed]).toEqual([true, false]);
});

it("renewed, it has all its time again", () => {
  const limit = deadline(100, undefined);
  vi.advanceTimersByTime(90);
  limit.renew();
  vi.advanceTimersByTime(90);
  expect(limit.passed).toBe(false);
  vi.advanceTimersByTime(10);
  expect(limit.passed).toBe(true);
});

it("ended, it aborts nothing and leaves no timer and no listener behind", () => {
  const outer = new AbortController();
  const limit = deadline(100, outer.signal);
  limit.end();
  expect(vi.getTimerCount()).toBe(0);
  expect(getEventListeners(outer.signal, "abort")).toEqual([]);
  outer.abort();
  expect(limit.signal.aborted).toBe(false);
});

it("there is none for a signal that is aborted already: its reason is thrown", () => {
  const reason = new Error("stop");
  expect(() => deadline(100, AbortSignal.abort(reason))).toThrow(reason);
  expect(vi.getTimerCount()).toBe(0);
});
