import { DatasetError } from "../files/errors.ts";

/**
 * The answers that people gave, in the questionnaire's order. Its list of options was split at each
 * comma, even inside an answer, and some pieces are in quotation marks. So the longest run of
 * pieces that forms an answer is taken as one. Options that nobody chose are left out.
 * @throws DatasetError where an answer that somebody gave is not in the list
 */
export function wholeAnswers(
  question: string,
  options: readonly string[],
  given: ReadonlySet<string>,
): string[] {
  const pieces = options.map((option) => option.replace(/^"(.*)"$/s, "$1"));
  const answers: string[] = [];
  let begin = 0;
  while (begin < pieces.length) {
    const length = piecesOfAnswer(pieces.slice(begin), given);
    if (length > 0) answers.push(pieces.slice(begin, begin + length).join(", "));
    begin += Math.max(length, 1);
  }
  const lost = [...given].find((answer) => !answers.includes(answer));
  if (lost === undefined) return answers;
  throw new DatasetError(
    `People answered ${JSON.stringify(lost)} to ${question}, whose list of options has no such answer.`,
  );
}

/** The number of leading pieces that form the longest answer; 0 if they form none. */
function piecesOfAnswer(pieces: readonly string[], given: ReadonlySet<string>): number {
  const lengths = pieces.map((_, index) => pieces.length - index);
  return lengths.find((length) => given.has(pieces.slice(0, length).join(", "))) ?? 0;
}
