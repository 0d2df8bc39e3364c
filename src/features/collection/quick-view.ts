import { activateBuyBox } from '../../components/shop/buy-box.ts';
import { refreshStock } from '../../components/shop/live-stock.ts';
import { activateGallery } from '../../components/shop/product-gallery.ts';
import { documentOf } from '../../client/trusted-texts.ts';
import { paths } from '../../contract/paths.ts';

/**
 * QUICK VIEW: the product page's gallery and buy box in a native dialog (focus stays inside, Esc closes, focus
 * returns). It fetches the product page, so the markup exists once and the browser has it cached for the visit.
 */
export function activateQuickView(dialog: HTMLDialogElement): void {
  const body = dialog.querySelector('[data-quick-view-body]');
  if (!body) return;
  let wanted = '';

  document.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest('[data-quick-view]') : null;
    const productId = button?.closest<HTMLElement>('[data-product]')?.dataset['product'];
    if (productId) void open(productId);
  });

  async function open(productId: string): Promise<void> {
    wanted = productId;
    body?.replaceChildren();
    dialog.ariaBusy = 'true';
    dialog.showModal();
    const product = await fetchProduct(productId);
    if (wanted !== productId || !dialog.open) return;
    if (!product) return location.assign(paths.product(productId));
    dialog.ariaBusy = null;
    dialog.ariaLabel = product.querySelector('h2')?.textContent ?? 'Quick view';
    body?.replaceChildren(product);
    for (const gallery of product.querySelectorAll<HTMLElement>('[data-gallery]')) activateGallery(gallery);
    for (const form of product.querySelectorAll<HTMLFormElement>('form[data-buy]')) activateBuyBox(form);
    void refreshStock(dialog);
  }
}

async function fetchProduct(productId: string): Promise<Element | null> {
  try {
    const response = await fetch(paths.product(productId));
    if (!response.ok) return null;
    const page = documentOf(await response.text());
    const product = page.querySelector('article[data-product]');
    const heading = product?.querySelector('h1');
    if (!product || !heading) return null;
    // The page below has its own h1.
    const title = document.createElement('h2');
    title.className = heading.className;
    const link = document.createElement('a');
    link.href = paths.product(productId);
    link.textContent = heading.textContent;
    title.append(link);
    heading.replaceWith(title);
    for (const part of product.querySelectorAll('[data-page-only]')) part.remove();
    return document.adoptNode(product);
  } catch {
    return null;
  }
}
