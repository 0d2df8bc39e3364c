import type { Reply } from '../../contract/routes.ts';
import type { Stock } from '../../domain/product.ts';

/**
 * Updates the stock of the products on the page, because the HTML has that of the build. One call for the whole page,
 * the same for every visitor, so that the CDN answers most of them. A failure changes nothing; the order itself never
 * trusts the page. Afterwards `root` gets the event `stock`.
 */
export async function refreshStock(root: Document | HTMLElement): Promise<void> {
  const products = [...root.querySelectorAll<HTMLElement>('[data-product]')];
  const ids = [...new Set(products.map((element) => element.dataset['product'] as string))].sort();
  if (ids.length === 0) return;
  const stocks = await readStocks(ids);
  for (const element of products) {
    const stock = stocks[element.dataset['product'] as string];
    if (stock) show(element, stock);
  }
  root.dispatchEvent(new Event('stock'));
}

/** Does not use client/api, which would add that code to every page; errors are not shown. */
async function readStocks(ids: readonly string[]): Promise<Reply<'product.stock'>['stock']> {
  try {
    const response = await fetch(`/api/product/stock?${new URLSearchParams(ids.map((id) => ['id', id]))}`);
    return response.ok ? ((await response.json()) as Reply<'product.stock'>).stock : {};
  } catch {
    return {};
  }
}

function show(element: HTMLElement, stock: Stock): void {
  const soldOut = Object.values(stock).every((left) => left <= 0);
  for (const badge of element.querySelectorAll<HTMLElement>('[data-sold-out]')) badge.hidden = !soldOut;
  const form = element.querySelector<HTMLFormElement>('form[data-buy]');
  if (!form) return;
  for (const { dataset } of form.querySelectorAll<HTMLElement>('[data-size]')) {
    const left = stock[dataset['size'] as string] ?? 0;
    dataset['left'] = String(left);
    dataset['out'] = String(left <= 0);
  }
  // The buy box, if it is active, updates its button (buy-box.ts).
  form.dispatchEvent(new Event('stock'));
}
