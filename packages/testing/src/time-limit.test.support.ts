/**
 * The only time limit of the tests, in milliseconds. It guards against hanging and nothing else, so
 * that a test cannot fail because a machine is slow.
 */
export const TIME_LIMIT_MS = 600_000;
