/**
 * Fetches the pages of the products that a shopper looks at, once the view has rested: a tap then opens what is there
 * already. Two rows of a phone at most, one page after the other and none twice; not at all for who saves data.
 */
const REST_MS = 1_000;
const MOST_IN_VIEW = 4;
const MOST_ON_PAGE = 12;

const fetched = new Set<string>();
const inView = new Set<HTMLAnchorElement>();
let isBegun = false;

export function fetchAhead(root: Document): void {
  if (isBegun || root.documentElement.dataset['sparing'] !== undefined) return;
  isBegun = true;
  let rest: ReturnType<typeof setTimeout>;
  const watched = new Set<Element>();
  const watcher = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!(target instanceof HTMLAnchorElement)) continue;
        if (isIntersecting) inView.add(target);
        else inView.delete(target);
      }
      clearTimeout(rest);
      rest = setTimeout(() => {
        fetchInView(root);
        watchNew();
      }, REST_MS);
    },
    { threshold: 0.5 },
  );
  // Lists grow while somebody scrolls.
  const watchNew = () => {
    for (const link of root.querySelectorAll('.card-link')) {
      if (watched.has(link)) continue;
      watched.add(link);
      watcher.observe(link);
    }
  };
  watchNew();
}

function fetchInView(root: Document): void {
  const addresses = [...new Set([...inView].map(({ pathname }) => pathname))]
    .filter((address) => !fetched.has(address))
    .slice(0, Math.min(MOST_IN_VIEW, MOST_ON_PAGE - fetched.size));
  for (const address of addresses) {
    fetched.add(address);
    const link = root.createElement('link');
    link.rel = 'prefetch';
    link.href = address;
    root.head.append(link);
  }
}
