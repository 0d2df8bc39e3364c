/** The end of a master's URL, if only that differs from the first picture of its product; a card names up to seven. */
export function tailOf(src: string, first = ''): string {
  if (src.length !== first.length) return src;
  let same = 0;
  while (same < src.length && src[same] === first[same]) same += 1;
  // A tail that starts with `/` would look like a whole URL.
  return src[same] === '/' ? src : src.slice(same);
}

export const withTail = (first: string, tail: string): string =>
  tail.startsWith('/') ? tail : first.slice(0, first.length - tail.length) + tail;
