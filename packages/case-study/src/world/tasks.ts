/** An assignment of the synthetic course: add up something over a range. */
export interface Task {
  /** The function's name; unique in the course. */
  readonly name: string;
  readonly parameter: string;
  /** What the loop runs over: 1 to the parameter, or the places of the parameter from 0. */
  readonly over: "numbers" | "places";
  /** The aim, as a student's comment says it. */
  readonly aim: string;
  /** What is tested of the loop's variable. */
  readonly test: (item: string) => string;
  /** What is added where the test holds. */
  readonly term: (item: string) => string;
}

/** The task whose four snapshots are the window. */
export const windowTask: Task = {
  name: "sum_even",
  parameter: "n",
  over: "numbers",
  aim: "add up the even numbers from 1 to n",
  test: (item) => `${item} % 2 == 0`,
  term: (item) => item,
};

/** The nine tasks that come later, in the order of the course. */
export const laterTasks: readonly Task[] = [
  {
    name: "count_threes",
    parameter: "n",
    over: "numbers",
    aim: "count the multiples of three up to n",
    test: (item) => `${item} % 3 == 0`,
    term: () => "1",
  },
  {
    name: "sum_odd_squares",
    parameter: "n",
    over: "numbers",
    aim: "add up the squares of the odd numbers up to n",
    test: (item) => `${item} % 2 == 1`,
    term: (item) => `${item} * ${item}`,
  },
  {
    name: "count_divisors",
    parameter: "n",
    over: "numbers",
    aim: "count the numbers that divide n",
    test: (item) => `n % ${item} == 0`,
    term: () => "1",
  },
  {
    name: "sum_divisors",
    parameter: "n",
    over: "numbers",
    aim: "add up the numbers that divide n",
    test: (item) => `n % ${item} == 0`,
    term: (item) => item,
  },
  {
    name: "count_vowels",
    parameter: "text",
    over: "places",
    aim: "count the vowels in text",
    test: (item) => `text[${item}] in "aeiou"`,
    term: () => "1",
  },
  {
    name: "count_blanks",
    parameter: "text",
    over: "places",
    aim: "count the blanks in text",
    test: (item) => `text[${item}] == " "`,
    term: () => "1",
  },
  {
    name: "sum_positive",
    parameter: "values",
    over: "places",
    aim: "add up the positive values",
    test: (item) => `values[${item}] > 0`,
    term: (item) => `values[${item}]`,
  },
  {
    name: "count_large",
    parameter: "values",
    over: "places",
    aim: "count the values above ten",
    test: (item) => `values[${item}] > 10`,
    term: () => "1",
  },
  {
    name: "sum_at_even_places",
    parameter: "values",
    over: "places",
    aim: "add up every other value",
    test: (item) => `${item} % 2 == 0`,
    term: (item) => `values[${item}]`,
  },
];
