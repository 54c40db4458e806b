/** An assignment of the synthetic course: add up something over a range. */
export interface Task {
  /** The function's name; unique in the course. */
  readonly name: string;
  /** What the loop runs over: 1 to `n`, or the places of any other parameter from 0. */
  readonly parameter: string;
  /** The aim, as a student's comment says it. */
  readonly aim: string;
  /** What is tested of the loop's variable, #. */
  readonly test: string;
  /** What is added where the test holds. */
  readonly term: string;
}

const rows: readonly (readonly [name: string, parameter: string, aim: string, test: string, term: string])[] = [
  ["sum_even", "n", "add up the even numbers from 1 to n", "# % 2 == 0", "#"],
  ["count_threes", "n", "count the multiples of three up to n", "# % 3 == 0", "1"],
  ["sum_odd_squares", "n", "add up the squares of the odd numbers up to n", "# % 2 == 1", "# * #"],
  ["count_divisors", "n", "count the numbers that divide n", "n % # == 0", "1"],
  ["sum_divisors", "n", "add up the numbers that divide n", "n % # == 0", "#"],
  ["count_vowels", "text", "count the vowels in text", 'text[#] in "aeiou"', "1"],
  ["count_blanks", "text", "count the blanks in text", 'text[#] == " "', "1"],
  ["sum_positive", "values", "add up the positive values", "values[#] > 0", "values[#]"],
  ["count_large", "values", "count the values above ten", "values[#] > 10", "1"],
  ["sum_at_even_places", "values", "add up every other value", "# % 2 == 0", "values[#]"],
];

const course = rows.map(([name, parameter, aim, test, term]): Task => ({ name, parameter, aim, test, term }));

/** The task whose four snapshots are the window. */
export const windowTask: Task = course[0]!;

/** The nine tasks that come later, in the order of the course. */
export const laterTasks: readonly Task[] = course.slice(1);
