/** Marks the words of a search in a name; an empty search removes the marks. */
export function markWords(element: Element | null, search: string): void {
  if (!element) return;
  const name = element.textContent;
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const marked = words.length > 0 ? split(name, words) : [name];
  if (marked.length === 1 && !element.firstElementChild) return;
  element.replaceChildren(...marked);
}

/** The name as text and marks. Works on indexes, so that the shopper's text is not read as a pattern. */
function split(name: string, words: readonly string[]): (string | HTMLElement)[] {
  const folded = name.toLowerCase();
  const hits = words
    .map((word) => ({ start: folded.indexOf(word), end: folded.indexOf(word) + word.length }))
    .filter(({ start }) => start >= 0)
    .sort((a, b) => a.start - b.start);
  const pieces: (string | HTMLElement)[] = [];
  let at = 0;
  for (const { start, end } of hits) {
    if (start < at) continue;
    const mark = document.createElement('mark');
    mark.textContent = name.slice(start, end);
    pieces.push(name.slice(at, start), mark);
    at = end;
  }
  return [...pieces, name.slice(at)].filter((piece) => piece !== '');
}
