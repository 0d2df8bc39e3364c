import { afterPaint } from '../../client/after-paint.ts';
import { goTo } from '../../client/go-to.ts';
import { documentOf } from '../../client/trusted-texts.ts';
import { paths } from '../../contract/paths.ts';
import { formatListPrice } from '../../domain/money.ts';
import { $added } from '../../stores/cart/cart-changes.ts';
import { type Line, noteOf } from '../../stores/cart/pending-changes.ts';
import { $rows, $totals, refreshRows } from '../../stores/cart/cart-rows.ts';
import { noteProduct } from '../../stores/catalogue/catalogue.ts';
import { $token } from '../../stores/session/session.ts';
import { carryOutLineTaps, drawLines, showText } from './cart-lines.ts';
import { partFrom } from './fill-template.ts';
import { prefetchWhenIdle } from './prefetch-when-idle.ts';
import { productAround } from './known-product.ts';

/** How long a second tap still goes to ADD TO CART while the panel rises over it, in ms. */
const RISING_MS = 500;

interface MiniCart {
  panel: HTMLElement;
  cartPage: Document;
}

/**
 * Shows the mini cart over the page after an item is added. Loaded at the first touch of a buy box.
 * @param page the response to the request for /cart
 */
export function activateMiniCart(page: Promise<Response>): void {
  carryOutLineTaps(document);
  made = make(page);
  made.catch(() => undefined);
  $added.subscribe((added) => {
    if (added) void show(added);
  });
}

let made: Promise<MiniCart> | undefined;

/** If the page failed to load, the next added item requests it again. */
async function miniCart(): Promise<MiniCart | undefined> {
  try {
    made ??= make(fetch(paths.cart));
    return await made;
  } catch {
    made = undefined;
    return undefined;
  }
}

/** The page /cart contains the panel and the lines, and is cached for a visit. */
async function make(page: Promise<Response>): Promise<MiniCart> {
  const response = await page;
  if (!response.ok) throw new Error(`The cart's page came with ${response.status}`);
  const cartPage = documentOf(await response.text());
  fetchModules(cartPage);
  const panel = partFrom(cartPage, 'mini');
  document.body.append(panel);
  $rows.listen(() => {
    if (panel.matches(':popover-open')) draw(panel, cartPage);
  });
  panel.addEventListener('click', sendVisitorToLogin);
  // The next focused element must not lie behind the panel.
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Node && !panel.contains(target)) panel.hidePopover();
  });
  // A product that was opened in place is left.
  addEventListener('popstate', () => panel.hidePopover());
  // In a native dialog it closes with that.
  panel.addEventListener('toggle', () => {
    if (panel.matches(':popover-open')) return;
    showText(panel.querySelector('[data-mini-news]'), '');
    document.body.append(panel);
  });
  return { panel, cartPage };
}

/** Preloads the modules of /cart that are not loaded yet. */
function fetchModules(page: Document): void {
  for (const { href } of page.querySelectorAll<HTMLLinkElement>('link[rel="modulepreload"]')) {
    if (document.querySelector(`link[href="${new URL(href).pathname}"]`)) continue;
    const link = document.createElement('link');
    link.rel = 'modulepreload';
    link.href = href;
    document.head.append(link);
  }
}

async function show({ productId, size }: Line): Promise<void> {
  const form = document.querySelector<HTMLFormElement>(`form[data-buy="${CSS.escape(productId)}"]`);
  const product = form && productAround(form);
  if (product) noteProduct(product);
  else if ($rows.get().some((row) => row.product === null)) void refreshRows();

  const cart = await miniCart();
  // The number in the bar answers the tap in the first frame.
  await afterPaint();
  if (!cart || $rows.get().length === 0) return;
  const { panel, cartPage } = cart;
  const source = document.activeElement;
  if (!panel.matches(':popover-open')) {
    draw(panel, cartPage);
    // Everything outside an open modal dialog is inert.
    (document.querySelector('dialog:modal') ?? document.body).append(panel);
    panel.dataset['rising'] = '';
    setTimeout(() => delete panel.dataset['rising'], RISING_MS);
    // The keyboard focus goes from the button into the panel.
    panel.showPopover(source instanceof HTMLElement && source !== document.body ? { source } : {});
    // Announced after it is shown: a live region that appears with its text is not announced.
    requestAnimationFrame(() => tell(panel));
  }
  const list = panel.querySelector('ul');
  const line = list?.querySelector<HTMLElement>(`[data-line="${CSS.escape(noteOf(productId, size))}"]`);
  if (list && line) list.scrollTop = line.offsetTop - list.offsetTop;
  prefetchWhenIdle(cartPage, [paths.placeOrder]);
}

function draw(panel: HTMLElement, cartPage: Document): void {
  const rows = $rows.get();
  const list = panel.querySelector('ul');
  if (!list) return;
  drawLines(list, cartPage, rows);
  if (rows.length === 0 && panel.matches(':popover-open')) panel.hidePopover();
  const isPriced = rows.every(({ product, problem }) => product !== null || problem !== null);
  const subtotal = isPriced ? formatListPrice($totals.get().subtotalPaise) : '…';
  showText(panel.querySelector('[data-mini-subtotal]'), subtotal);
}

/** Later changes are announced by the line that changes. */
function tell(panel: HTMLElement): void {
  const subtotal = panel.querySelector('[data-mini-subtotal]')?.textContent ?? '';
  showText(panel.querySelector('[data-mini-news]'), `Your cart is open. Subtotal ${subtotal}.`);
}

/** Both links need a login: a visitor goes to the login at once, and from there on. */
function sendVisitorToLogin(event: Event): void {
  const way = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-mini-way]');
  if (!way || $token.get()) return;
  event.preventDefault();
  goTo(paths.login, { from: way.pathname });
}
