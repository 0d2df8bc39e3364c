import { goTo } from '../../client/go-to.ts';
import { documentOf } from '../../client/trusted-texts.ts';
import { paths } from '../../contract/paths.ts';
import { formatListPrice } from '../../domain/money.ts';
import { $added, type Line, noteOf } from '../../stores/cart/cart-changes.ts';
import { $rows, $totals, refreshRows } from '../../stores/cart/cart-rows.ts';
import { noteProduct } from '../../stores/catalogue/catalogue.ts';
import { $token } from '../../stores/session/session.ts';
import { carryOutLineTaps, drawLines, partFrom, showText } from './cart-lines.ts';
import { prefetchWhenIdle } from './prefetch-when-idle.ts';
import { productAround } from './known-product.ts';

/** How long a second tap on ADD TO CART goes to the button, over which the panel rises. */
const RISING_MS = 500;

interface MiniCart {
  panel: HTMLElement;
  cartPage: Document;
}

/**
 * Shows the cart over every page that puts something in, once it is put in. Comes at the first touch of a buy box.
 *
 * @param page the answer to the request for /cart
 */
export function wakeMiniCart(page: Promise<Response>): void {
  carryOutLineTaps(document);
  made = make(page);
  made.catch(() => undefined);
  $added.subscribe((added) => {
    if (added) void show(added);
  });
}

let made: Promise<MiniCart> | undefined;

/** A page that did not come is asked for again at the next piece. */
async function miniCart(): Promise<MiniCart | undefined> {
  try {
    made ??= make(fetch(paths.cart));
    return await made;
  } catch {
    made = undefined;
    return undefined;
  }
}

/** The page /cart has the panel and the lines, and is in the browser's cache for the tap that opens it. */
async function make(page: Promise<Response>): Promise<MiniCart> {
  const response = await page;
  if (!response.ok) throw new Error(`The cart's page came with ${response.status}`);
  const cartPage = documentOf(await response.text());
  fetchModules(cartPage);
  const panel = partFrom(cartPage, 'mini');
  document.body.append(panel);
  $rows.subscribe((rows) => draw(panel, cartPage, rows));
  panel.addEventListener('click', sendVisitorToLogin);
  // What the keyboard reaches next must not lie behind the panel.
  document.addEventListener('focusin', ({ target }) => {
    if (target instanceof Node && !panel.contains(target)) panel.hidePopover();
  });
  // A product that was opened in place is left.
  addEventListener('popstate', () => panel.hidePopover());
  // In a dialog of the platform's it goes with that.
  panel.addEventListener('toggle', () => {
    if (panel.matches(':popover-open')) return;
    showText(panel.querySelector('[data-mini-news]'), '');
    document.body.append(panel);
  });
  return { panel, cartPage };
}

/** What /cart starts with; what is here already is not fetched again. */
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
  if (!cart || $rows.get().length === 0) return;
  const { panel, cartPage } = cart;
  const source = document.activeElement;
  if (!panel.matches(':popover-open')) {
    // Outside an open modal dialog everything is inert.
    (document.querySelector('dialog:modal') ?? document.body).append(panel);
    panel.dataset['rising'] = '';
    setTimeout(() => delete panel.dataset['rising'], RISING_MS);
    // The keyboard goes from the button into the panel.
    panel.showPopover(source instanceof HTMLElement && source !== document.body ? { source } : {});
    // Said once it stands there: a region that comes with its words is not heard.
    requestAnimationFrame(() => tell(panel));
  }
  const list = panel.querySelector('ul');
  const line = list?.querySelector<HTMLElement>(`[data-line="${CSS.escape(noteOf(productId, size))}"]`);
  if (list && line) list.scrollTop = line.offsetTop - list.offsetTop;
  prefetchWhenIdle(cartPage, [paths.placeOrder]);
}

function draw(panel: HTMLElement, cartPage: Document, rows: ReturnType<typeof $rows.get>): void {
  const list = panel.querySelector('ul');
  if (!list) return;
  drawLines(list, cartPage, rows);
  if (rows.length === 0 && panel.matches(':popover-open')) panel.hidePopover();
  const isPriced = rows.every(({ product, problem }) => product !== null || problem !== null);
  const subtotal = isPriced ? formatListPrice($totals.get().subtotalPaise) : '…';
  showText(panel.querySelector('[data-mini-subtotal]'), subtotal);
}

/** What changes afterwards is said by the line that changes. */
function tell(panel: HTMLElement): void {
  const subtotal = panel.querySelector('[data-mini-subtotal]')?.textContent ?? '';
  showText(panel.querySelector('[data-mini-news]'), `Your cart is open. Subtotal ${subtotal}.`);
}

/** Both ways on are a shopper's own: who is not logged in goes to the login at once, and from there on. */
function sendVisitorToLogin(event: Event): void {
  const way = event.target instanceof Element && event.target.closest<HTMLAnchorElement>('a[data-mini-way]');
  if (!way || $token.get()) return;
  event.preventDefault();
  goTo(paths.login, { from: way.pathname });
}
