/** The end of a master's address, if only that tells it from the first of its product; a card names up to seven of them. */
export function tailOf(src: string, first = ''): string {
  if (src.length !== first.length) return src;
  let same = 0;
  while (same < src.length && src[same] === first[same]) same += 1;
  // One that begins like a whole address would be taken for one.
  return src[same] === '/' ? src : src.slice(same);
}

/** The address again. */
export const withTail = (first: string, tail: string): string =>
  tail.startsWith('/') ? tail : first.slice(0, first.length - tail.length) + tail;
