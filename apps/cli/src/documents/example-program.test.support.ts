import { parseSync, type Statement, Visitor } from "oxc-parser";

/** An example as the body of an asynchronous function of `load`, `check` and `near`. */
export interface ExampleProgram {
  readonly body: string;
  /** How many values it states. */
  readonly values: number;
}

/**
 * An example as a program. Imports become calls of `load`. A value that a comment states after an
 * arrow, behind an expression or a declaration of one name, becomes a call of `check`; a number
 * there with decimals is `near` what is shown.
 *
 * @throws SyntaxError for what is no program, and for a value that is stated of nothing
 */
export function exampleProgram(code: string): ExampleProgram {
  const { program, comments } = parsed(code);
  const arrows = comments.filter(({ value }) => value.trim().startsWith("→"));
  let values = 0;
  const body = program.body.map((statement, i) => {
    const until = program.body[i + 1]?.start ?? code.length;
    const below = comments.filter(({ start }) => start >= statement.end && start < until);
    const first = below.findIndex((comment) => arrows.includes(comment));
    if (first === -1) return plain(statement, code);
    values++;
    const stated = below.slice(first).map(({ value }) => value.trim().replace(/^→/, ""));
    return checked(statement, valueOf(stated.join("\n")), code);
  });
  if (values < arrows.length) throw new SyntaxError(`a value is stated of nothing in: ${code}`);
  return { body: body.join("\n"), values };
}

function parsed(code: string): Pick<ReturnType<typeof parseSync>, "program" | "comments"> {
  const { program, comments, errors } = parseSync("example.js", code);
  if (errors[0] !== undefined) throw new SyntaxError(`${errors[0].message} in: ${code}`);
  return { program, comments };
}

function plain(statement: Statement, code: string): string {
  if (statement.type !== "ImportDeclaration") return code.slice(statement.start, statement.end);
  const names = statement.specifiers.map(({ local }) => local.name).join(", ");
  return `const { ${names} } = await load(${JSON.stringify(statement.source.value)});`;
}

function checked(statement: Statement, value: string, code: string): string {
  if (statement.type === "ExpressionStatement") {
    const { start, end } = statement.expression;
    return `check(await (${code.slice(start, end)}), ${value});`;
  }
  const declared = statement.type === "VariableDeclaration" && statement.declarations[0]?.id;
  if (declared && declared.type === "Identifier")
    return `${plain(statement, code)}\ncheck(${declared.name}, ${value});`;
  throw new SyntaxError(`a value is stated of neither an expression nor a name in: ${code}`);
}

/** The expression of a stated value, with `near` for each number that is shown with decimals. */
function valueOf(stated: string): string {
  const text = `(${stated})`;
  let from = 0;
  let value = "";
  const Literal = ({ start, end, value: number, raw }: NumberOrOther): void => {
    if (typeof number !== "number" || raw?.includes(".") !== true) return;
    const isNegative = text[start - 1] === "-";
    value += `${text.slice(from, isNegative ? start - 1 : start)}near("${isNegative ? "-" : ""}${raw}")`;
    from = end;
  };
  new Visitor({ Literal }).visit(parsed(text).program);
  return value + text.slice(from);
}

interface NumberOrOther {
  readonly start: number;
  readonly end: number;
  readonly value: unknown;
  readonly raw: string | null;
}
