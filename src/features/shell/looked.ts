/** What comes when a page has been looked at: nothing that a shopper reaches for waits for it, nor does it for them. */
const REST_MS = 2_000;

if (document.readyState === 'complete') begin();
else addEventListener('load', begin);

function begin(): void {
  import('./ahead.ts').catch(() => undefined);
  if (document.querySelector('[data-more-pictures]')) {
    import('../../components/shop/card-motion.ts').then(
      ({ moveCards }) => moveCards(document),
      () => undefined,
    );
  }
  setTimeout(
    () => import('../../offline/page.ts').catch(() => undefined),
    document.querySelector('[data-kept]') ? 0 : REST_MS,
  );
}

export {};
