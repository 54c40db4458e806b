/** The reason why a server cannot listen on the port. Rethrows any other error. */
export function listenFault(error: unknown, port: number): string {
  if (error instanceof RangeError) return error.message;
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return `port ${port} is in use: give another, or 0 for any free one`;
  if (code === "EACCES") return `port ${port} is not allowed: give one above 1023, or 0`;
  throw error;
}
