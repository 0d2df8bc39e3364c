/**
 * A built page, parsed once: the elements of its head as a list, those of its body to read, and changes that are
 * written into the text at the end. Everything else stays byte for byte, because the CSP allows inline scripts by their
 * hash.
 */
import { ELEMENT_NODE, type ElementNode, type Node, parse } from 'ultrahtml';

export interface PageElement {
  readonly name: string;
  /** As written, without their quotes. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The whole element as written. */
  readonly source: string;
  /** The content between its tags, as written. */
  readonly text: string;
}

export interface BodyElement extends PageElement {
  readonly parent: BodyElement | null;
  /** The offset of its start tag in the page. */
  readonly start: number;
}

export interface PageDocument {
  /** In the order in which they are written at the end. */
  readonly head: readonly PageElement[];
  /** In document order; each after its parent. */
  readonly body: readonly BodyElement[];
  /** Replacements in the body, by their offset in the page. */
  readonly changes: readonly Change[];
  readonly before: string;
  readonly after: { readonly text: string; readonly start: number };
}

interface Change {
  readonly start: number;
  readonly length: number;
  readonly text: string;
}

/** @returns null for a file without a head, such as a redirect */
export function parsePage(written: string): PageDocument | null {
  const html = withoutBareEnds(written);
  const root = elementsIn(parse(html) as Node).find(({ name }) => name === 'html');
  const head = root && elementsIn(root).find(({ name }) => name === 'head');
  const end = head?.loc[1]?.start;
  if (!root || !head || end === undefined) return null;
  const bodies = elementsIn(root).filter((element) => element !== head);
  return {
    head: elementsIn(head).map((element) => read(element, html)),
    body: bodyOf(bodies, html),
    changes: [],
    before: html.slice(0, head.loc[0].end),
    after: { text: html.slice(end), start: end },
  };
}

export function writePage({ before, head, after, changes }: PageDocument): string {
  const parts = [before, ...head.map(({ source }) => source)];
  let at = after.start;
  for (const { start, length, text } of changes.toSorted((a, b) => a.start - b.start)) {
    parts.push(after.text.slice(at - after.start, start - after.start), text);
    at = start + length;
  }
  return parts.join('') + after.text.slice(at - after.start);
}

/** An element of the head, from its markup. */
export function headElement(source: string): PageElement {
  const [element] = elementsIn(parse(source) as Node);
  if (!element) throw new Error(`“${source}” is no element.`);
  return read(element, source);
}

export const isInlineScript = ({ name, attributes }: PageElement): boolean =>
  name === 'script' && attributes['src'] === undefined;

/** Reads texts lazily: of a thousand elements, about a dozen are read. */
function read(element: ElementNode, html: string): PageElement {
  const [opening, closing = opening] = element.loc;
  return {
    name: element.name,
    attributes: element.attributes,
    get source() {
      return html.slice(opening.start, closing.end);
    },
    get text() {
      return closing === opening ? '' : html.slice(opening.end, closing.start);
    },
  };
}

function bodyOf(roots: readonly ElementNode[], html: string): BodyElement[] {
  const body: BodyElement[] = [];
  const take = (element: ElementNode, parent: BodyElement | null): void => {
    const own = Object.assign(read(element, html), { parent, start: element.loc[0].start });
    body.push(own);
    for (const child of element.children) if (isElement(child)) take(child, own);
  };
  for (const root of roots) take(root, null);
  return body;
}

const isElement = (node: Node): node is ElementNode => node.type === ELEMENT_NODE;

function elementsIn(node: Node): ElementNode[] {
  const children = 'children' in node ? (node.children as Node[]) : [];
  return children.filter(isElement);
}

/** A `>` in an attribute: Astro leaves it unescaped, and the parser takes it for the end of the tag. */
const BARE_END = /="[^"<>]*>[^"<]*"/;
const UNPARSED = /(<(?:script|style)\b[^>]*>[\s\S]*?<\/(?:script|style)>)/;

/** Escapes such a `>`; for a browser the page is the same. */
function withoutBareEnds(html: string): string {
  if (!BARE_END.test(html.replace(new RegExp(UNPARSED, 'g'), ''))) return html;
  return html
    .split(UNPARSED)
    .map((part, index) =>
      index % 2 === 1
        ? part
        : part.replace(/<[a-zA-Z](?:"[^"]*"|[^">])*>/g, (tag) =>
            tag.replace(/"[^"]*"/g, (value) => value.replaceAll('>', '&gt;')),
          ),
    )
    .join('');
}
