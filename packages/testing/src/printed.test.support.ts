import type { Page } from "playwright-core";
import { extractText, getDocumentProxy } from "unpdf";

/** A4 landscape without margins, in CSS pixels (96 an inch). */
export const SHEET = { width: 1047, height: 718 };

/** The text of the printed page. */
export async function printedText(page: Page): Promise<string> {
  return (await printedSheets(page)).join("\n");
}

/** The text of each sheet of the printed page. */
export async function printedSheets(page: Page): Promise<string[]> {
  const pdf = await page.pdf({ preferCSSPageSize: true });
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), {
    mergePages: false,
  });
  return text;
}

/**
 * The count of distinct numbers in the page's tables, and those that occur less often in the
 * printed text.
 */
export async function absentNumbers(
  page: Page,
  text: string,
): Promise<{ wanted: number; absent: string[] }> {
  const cells = (await page.evaluate(
    `[...document.querySelectorAll(".result td.number")]
      .filter((cell) => !cell.closest("details:not([open])"))
      .map((cell) => cell.textContent)`,
  )) as string[];
  const count = (texts: readonly string[]) =>
    Map.groupBy(
      texts.flatMap((one) => one.match(/\d+(?:[.,]\d+)*/g) ?? []),
      (number) => number,
    );
  const [wanted, printed] = [count(cells), count([text])];
  const absent = [...wanted].filter(
    ([number, occurrences]) => (printed.get(number)?.length ?? 0) < occurrences.length,
  );
  return { wanted: wanted.size, absent: absent.map(([number]) => number) };
}

/** The first characters of each table and picture that does not fit the printed sheet. */
export async function cutInPrint(page: Page): Promise<string[]> {
  await page.emulateMedia({ media: "print" });
  return (await page.evaluate(`[...document.querySelectorAll(".scroll, figure svg")]
    .filter((one) => one.checkVisibility())
    .filter((one) => {
      const { right, height } = one.getBoundingClientRect();
      return right > ${SHEET.width + 1} || one.scrollWidth > one.clientWidth + 1 || (one.matches("svg") && height > ${SHEET.height});
    })
    .map((one) => (one.textContent ?? "").slice(0, 80))`)) as string[];
}
