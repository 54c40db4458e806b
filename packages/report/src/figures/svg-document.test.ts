import * as Plot from "@observablehq/plot";
import { describe, expect, it } from "vitest";
import { SvgDocument, type SvgElement } from "./svg-document.ts";

const document = new SvgDocument();
const element = (name: string): SvgElement => document.createElementNS("", name);

describe("an element of an SVG document", () => {
  it("is written with its attributes from the last to the first, and closed where it is empty", () => {
    const dot = element("circle");
    dot.setAttribute("cx", 1.5);
    dot.setAttribute("cy", "2");
    dot.setAttribute("cx", 3);
    expect(dot.outerHTML).toBe('<circle cy="2" cx="3" />');
  });

  it("has its children and its text in order", () => {
    const [group, first, last] = [element("g"), element("path"), element("text")];
    group.appendChild(last);
    group.insertBefore(first, last);
    last.textContent = "a";
    last.insertBefore(element("title"), null);
    expect(group.children).toEqual([first, last]);
    expect(last.children).toHaveLength(1);
    expect(group.outerHTML).toBe("<g><path /><text>a<title /></text></g>");
  });

  it("replaces its content by a text, or by nothing", () => {
    const text = element("text");
    text.appendChild(element("tspan"));
    text.textContent = 5;
    expect(text.outerHTML).toBe("<text>5</text>");
    text.textContent = "";
    expect(text.outerHTML).toBe("<text />");
  });

  it("escapes what would end a text or an attribute", () => {
    const text = element("text");
    text.setAttribute("aria-label", `<"a" & 'b'>`);
    text.textContent = `<"a" & 'b'>\u00a0`;
    expect(text.outerHTML).toBe(
      `<text aria-label="&lt;&quot;a&quot; &amp; 'b'>">&lt;"a" &amp; 'b'&gt;&#160;</text>`,
    );
  });

  it("tells its attributes, and loses those that are removed", () => {
    const group = element("g");
    expect(group.getAttribute("fill")).toBeNull();
    group.setAttribute("fill", "red");
    expect(group.hasAttribute("fill")).toBe(true);
    group.removeAttribute("fill");
    expect(group.hasAttribute("fill")).toBe(false);
    expect(group.outerHTML).toBe("<g />");
  });
});

it("is enough for Plot to draw bars, dots, lines, texts of several lines and facets", () => {
  const data = [
    { x: 1, y: 2, name: "a\nb", facet: "A" },
    { x: 2, y: 3, name: "c", facet: "B" },
  ];
  const [fx, channels] = ["facet", { x: "x", y: "y" }];
  const plot: unknown = Plot.plot({
    document: new SvgDocument() as never,
    marks: [
      Plot.frame(),
      Plot.dot(data, { ...channels, fx, title: "name" }),
      Plot.line(data, { ...channels, stroke: "red" }),
      Plot.text(data, { ...channels, fx, text: "name" }),
      Plot.barY(data, { ...channels, fx }),
    ],
  });
  const svg = (plot as SvgElement).outerHTML;
  expect(svg.match(/<circle /g)).toHaveLength(2);
  expect(svg).toContain("<title>c</title></circle>");
  expect(svg).toMatch(/<tspan[^>]*>a<\/tspan><tspan[^>]*>b<\/tspan>/);
  expect(svg.match(/<rect /g)?.length).toBeGreaterThanOrEqual(4);
  expect(svg).toMatch(/^<svg [^>]*class="plot-[^>]*><style>.*<\/svg>$/s);
});
