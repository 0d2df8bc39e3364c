/**
 * Templates that the build renders from an island's own components, filled without React. The component shows only
 * texts; the build gives it a marker for each, such as `{name}`, and the script puts the texts in their place. So both
 * make the same elements. An element with `data-if` is there if that text is not empty, one with `data-each` for each
 * entry of that list. React would see two adjacent texts as two nodes, so an element has one.
 */
export interface Texts {
  readonly [name: string]: string | readonly Texts[];
}

/** An element of the templates, as the build rendered it from the component. */
export function partFrom(templates: ParentNode, part: string): HTMLElement {
  const template = templates.querySelector<HTMLTemplateElement>(`template[data-island-part="${part}"]`);
  const element = template?.content.firstElementChild;
  if (!(element instanceof HTMLElement)) throw new Error(`The page has no part ${part}`);
  return document.importNode(element, true);
}

/** What the build renders: a marker for each text. @param sample its lists have an entry each */
export function markersOf<T extends Texts>(sample: T): T {
  const markers = Object.entries(sample).map(([name, value]) => {
    return [name, typeof value === 'string' ? `{${name}}` : value.slice(0, 1).map(markersOf)];
  });
  return Object.fromEntries(markers) as T;
}

export function fill(part: HTMLElement, texts: Texts): HTMLElement {
  for (const { name, value } of [...part.attributes]) {
    const text = filled(value, texts);
    // An attribute that has nothing to say is not there.
    if (text === '' && value !== '') part.removeAttribute(name);
    else if (text !== value) part.setAttribute(name, text);
  }
  for (const node of [...part.childNodes]) {
    if (node instanceof Text) node.data = filled(node.data, texts);
    if (node instanceof HTMLElement) fillChild(node, texts);
  }
  return part;
}

function fillChild(element: HTMLElement, texts: Texts): void {
  const { each, if: shown } = element.dataset;
  const list = texts[each ?? ''];
  if (typeof list === 'object') {
    element.replaceWith(...list.map((entry) => fill(element.cloneNode(true) as HTMLElement, entry)));
  } else if (shown !== undefined && texts[shown] === '') element.remove();
  else fill(element, texts);
}

function filled(text: string, texts: Texts): string {
  return text.replace(/\{(\w+)\}/g, (marker, name: string) => {
    const value = texts[name];
    return typeof value === 'string' ? value : marker;
  });
}
