import { describe, expect, it } from "vitest";
import { headerPlace, seemsData } from "./header-place.ts";

const place = (text: string): readonly unknown[] => {
  const { delimiter, skip, names } = headerPlace(text, true) ?? {};
  return [delimiter, skip, names?.length];
};

describe("headerPlace", () => {
  it.each([
    ["no line above it", "a,b\n1,2\n3,4\n", [",", 0, 2]],
    ["the line that tells Excel the delimiter", "sep=;\na;b\n1;2\n3;4\n", [";", 1, 2]],
    ["a delimiter behind each row", "a,b\n1,2,\n3,4,\n", [",", 0, 2]],
    ["blanks, where nothing else separates", "cue word n\nsea salt 4\nsky blue 6\n", [" ", 0, 3]],
    ["commas, although all rows have as many words", "a b,c\nd e,f\ng h,i\n", [",", 0, 2]],
    [
      "a licence and a date of an election office, padded",
      "(c) Office 2024;;;\nStand:;1.2.2024;4:08;\n;;;\nGebiet;Partei;Stimme;Anzahl;%\nN;R;2;4;1,5\nS;R;2;9;3,2\n",
      [";", 3, 5],
    ],
    [
      "a title, padded to the table's width by a spreadsheet",
      "Survey 2023,,,\n,,,\nid,age,answer,n\n1,20,yes,4\n2,30,no,5\n",
      [",", 2, 4],
    ],
    [
      "comments as R's and Eurostat's",
      "# source: x, y\n# date: 2024\ngeo\ttime\tvalue\nDE\t1\t2\nFR\t3\t4\n",
      ["\t", 2, 3],
    ],
    [
      "a title in quotation marks with a line break",
      '"Results\nof 2020"\n\nparty|votes\nA|3\nB|4\n',
      ["|", 3, 2],
    ],
    [
      "key and value lines of an instrument",
      "Device:,X7\nVersion:,1\n\nitem,answer,n\na,b,1\nc,d,2\n",
      [",", 3, 3],
    ],
    [
      "no line, where columns come again for each candidate",
      "Ort;Wähler;Name;Stimmen\nA;9;Rot;4;Blau;5\nB;8;Rot;3;Blau;5\nC;7;Rot;3;Blau;4\n",
      [";", 0, 4],
    ],
    ["CRLF and a byte order mark", "\uFEFFOpen data\r\nitem;n\r\na;1\r\nb;2\r\n", [";", 1, 2]],
    [
      "a preamble that has the delimiter once",
      "Source: office, town\na,b,c\n1,2,3\n4,5,6\n",
      [",", 1, 3],
    ],
    ["decimal commas between semicolons", "x;share\na;1,5\nb;2,5\nc;3,5\n", [";", 0, 2]],
  ])("finds a header below %s", (_, text, expected) => {
    expect(place(text)).toEqual(expected);
  });

  it.each([
    ["one column", "a\nb\nc\nd\n"],
    ["a row with a field too many further below", "a,b\n1,2\n3,4\n5,6,7\n1,2\n3,4\n"],
    ["nothing", ""],
  ])("finds none in %s", (_, text) => {
    expect(headerPlace(text, true)).toBeUndefined();
  });

  it("passes over the last line of text that goes on", () => {
    expect(headerPlace("a,b\n1,2\n3,4\n5", false)).toMatchObject({ skip: 0 });
  });
});

it.each([
  [
    ["cat", "dog", "5"],
    [
      ["cat", "mouse", "3"],
      ["sun", "moon", "2"],
    ],
    true,
  ],
  [["12", "7", "1"], [["12", "8", "1"]], true],
  [["cue", "response", "n"], [["cat", "dog", "5"]], false],
  [["2019", "2020"], [["3", "4"]], false],
  // A box with its option above it and in it, as Typeform has them.
  [
    ["#", "By bus", "On foot"],
    [
      ["a1", "By bus", ""],
      ["b2", "", "On foot"],
    ],
    false,
  ],
  // Qualtrics in another language than English.
  [
    ["StartDate", "Q1", "Q2 - Topics"],
    [
      ["Anfangsdatum", "Wie oft?", "Q2 - Topics"],
      ['{"ImportId":"startDate"}', '{"ImportId":"QID1"}', '{"ImportId":"QID2"}'],
      ["2024-01-01", "nie", "Wetter"],
    ],
    false,
  ],
  [["worker1", "url1", "bad"], Array(4).fill(["worker1", "url2", "bad"]), true],
  [["0", "1", "2"], [["a", "b", "c"]], false],
  [
    ["text", "5"],
    [
      ["a", "5"],
      ["b", "5"],
    ],
    false,
  ],
])("the first row %j above %j holds data: %s", (names, rows, expected) => {
  expect(seemsData(names, rows)).toBe(expected);
});
