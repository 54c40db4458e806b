import { expect, it } from "vitest";
import { tableLatex } from "./table-latex.ts";

const text = tableLatex({
  name: "pmi",
  title: "ρ & more",
  simulated: "No model was asked.",
  columns: [
    { id: "row", title: "Method" },
    { id: "rho", title: "ρ", digits: 2 },
  ],
  rows: [
    ["A_{1} <\\script>", { value: 0.5, standardError: 0.04, mark: "best" }],
    ["100 % $x$", { value: -0.25, standardError: 0.01, mark: "tied" }],
    ["fine", { value: -0.851_4, standardError: 0.003 }],
    ["zero", { value: -0.001, standardError: 0.05 }],
    ["without error", { value: 0.5, standardError: Number.NaN }],
    ["none", undefined],
  ],
  notes: [],
});

it("has booktabs rules, numbers in math mode, and a caption that says what is simulated", () => {
  expect(text).toContain("\\begin{tabular}{lr}\n\\toprule\nMethod & $\\rho$ \\\\\n\\midrule\n");
  expect(text).toContain("$\\mathbf{0.50 \\pm 0.04}$");
  expect(text).toContain("$\\approx -0.25 \\pm 0.01$");
  expect(text).toContain("\\caption{$\\rho$ \\& more Simulated. No model was asked.}");
  expect(text).toContain("$-0.851 \\pm 0.003$");
  expect(text).toContain("$0.00 \\pm 0.05$");
  expect(text).toContain("without error & $0.50$ \\\\");
  expect(text).toContain("none & -- \\\\");
});

it("escapes the characters that LaTeX would interpret", () => {
  expect(text).toContain("A\\_\\{1\\} $<$\\textbackslash{}script$>$");
  expect(text).toContain("100 \\% \\$x\\$");
});
