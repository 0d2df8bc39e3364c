/**
 * Fetches the pages of the products that a shopper looks at, once the view has rested, and of one that a mouse points at:
 * a tap then opens what is there already, for as long as netlify.toml lets a product's page be kept. Two rows of a phone
 * at a time and none twice; not at all for who saves data. Not from the moment of the tap itself, as speculation rules
 * would, and not made ahead: both were slower than the tap alone on a slow phone (docs/measurements.md).
 */
const REST_MS = 500;
const MOST_IN_VIEW = 4;
const MOST_ON_PAGE = 16;

const fetched = new Set<string>();
const inView = new Set<HTMLAnchorElement>();
if (document.documentElement.dataset['sparing'] === undefined) {
  watchCards(document);
  document.addEventListener('pointerover', ({ target, pointerType }) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>('.card-link');
    if (link && pointerType === 'mouse') fetchPage(link.pathname);
  });
}

function watchCards(root: Document): void {
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
        for (const { pathname } of [...inView].slice(0, MOST_IN_VIEW)) fetchPage(pathname);
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

function fetchPage(address: string): void {
  if (fetched.has(address) || fetched.size >= MOST_ON_PAGE) return;
  fetched.add(address);
  const link = document.createElement('link');
  link.rel = 'prefetch';
  link.href = address;
  document.head.append(link);
}

export {};
