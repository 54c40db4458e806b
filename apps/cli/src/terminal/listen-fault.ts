/** What can be wrong with what a server was given; anything else is a bug. */
export function listenFault(error: unknown, port: number): string {
  if (error instanceof RangeError) return error.message;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return `port ${port} is in use: give another, or 0 for any free one`;
  if (code === "EACCES") return `port ${port} is not allowed: give one above 1023, or 0`;
  throw error;
}
