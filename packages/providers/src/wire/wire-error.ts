/** The body of an error of OpenAI's, the same in all its interfaces. */
export function openaiError(code: string, message: string): unknown {
  return { error: { message, type: code, code, param: null } };
}
