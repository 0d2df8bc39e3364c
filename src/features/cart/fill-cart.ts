import { effect } from 'nanostores';
import { carryOutLineTaps, drawLines, showOptional, showText } from '../../components/shop/cart-lines.ts';
import { partFrom } from '../../components/shop/fill-template.ts';
import { drawUnpaid } from '../../components/shop/unpaid-texts.ts';
import { discountMessages } from '../../contract/messages/cart-and-wishlist.ts';
import { paths } from '../../contract/paths.ts';
import { formatListPrice } from '../../domain/money.ts';
import { readCartAgain } from '../../stores/cart/cart-read.ts';
import { watchRows } from '../../stores/cart/cart-rows.ts';
import { $cartScreen, type CartScreen, unknownCart } from '../../stores/cart/cart-screen.ts';
import { $ownUnpaid, type UnpaidOrder } from '../../stores/payment/unpaid.ts';
import { sendVisitorsToLogin } from '../../stores/session/visitor.ts';
import { summaryOf, UNKNOWN_AMOUNT } from './summary.ts';

/**
 * /cart before React: fills the templates that the build rendered from the island's components, and redraws changes
 * until React takes over the same elements. The tap handlers and the server calls stay here afterwards.
 */
let drawn: CartScreen = unknownCart;
let drawnUnpaid: UnpaidOrder | null = null;
let stopDrawing: () => void = () => undefined;

/** Stops drawing. @returns what the page shows now, which is React's first state */
export function takeOver(): { screen: CartScreen; unpaid: UnpaidOrder | null } {
  stopDrawing();
  return { screen: drawn, unpaid: drawnUnpaid };
}

export function fillCart(root: Document): void {
  sendVisitorsToLogin(paths.cart);
  carryOutLineTaps(root);
  root.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-cart-tap="read"]');
    if (button) void readAgain(button);
  });
  watchRows();
  const place = root.querySelector<HTMLElement>('main astro-island');
  if (!place) return;
  stopDrawing = effect([$cartScreen, $ownUnpaid], (screen, unpaid) => draw(place, root, screen, unpaid));
}

async function readAgain(button: HTMLElement): Promise<void> {
  if (button.ariaBusy === 'true') return;
  button.ariaBusy = 'true';
  await readCartAgain();
  button.ariaBusy = null;
}

function draw(
  place: HTMLElement,
  templates: ParentNode,
  screen: CartScreen,
  unpaid: UnpaidOrder | null,
): void {
  if (screen.kind === 'unknown') return;
  if (drawn.kind === 'unknown') place.replaceChildren(partFrom(templates, screen.kind));
  // The panel above stays: a tap on it may be waiting for React.
  else if (screen.kind !== drawn.kind) place.lastElementChild?.replaceWith(partFrom(templates, screen.kind));
  drawUnpaid(place, templates, unpaid);
  drawnUnpaid = unpaid;
  if (screen.kind === 'filled') drawFilled(place, templates, screen);
  // The focused button was removed with the last line, so the focus moves here.
  else if (drawn.kind === 'filled') place.querySelector<HTMLElement>('[tabindex]')?.focus();
  drawn = screen;
}

function drawFilled(place: HTMLElement, templates: ParentNode, screen: CartScreen): void {
  const find = (selector: string) => place.querySelector<HTMLElement>(selector);
  const summary = summaryOf(screen);
  drawLines(find('ul') as HTMLElement, templates, screen.rows);

  for (const name of ['subtotal', 'fee', 'total'] as const) {
    const amount = find(`[data-amount="${name}"]`) as HTMLElement;
    showText(amount, summary[name]);
    amount.className = summary[name] === '' ? UNKNOWN_AMOUNT : '';
  }
  drawCode(find('[data-code] > div'), templates, screen, summary.discountPaise);
  const stale = find('[data-stale]') as HTMLElement;
  showText(stale.firstElementChild, summary.stale);
  stale.hidden = summary.stale === '';
  showOptional(find('[data-blocked]'), summary.blocked);
  const [link, button] = [find('.action-bar > a'), find('.action-bar > button')];
  if (link) link.hidden = !summary.canCheckOut;
  if (button) {
    button.hidden = summary.canCheckOut;
    button.ariaBusy = String(summary.isBusy);
  }
}

/** Shows the cart's code. React adds what its buttons do. */
function drawCode(
  place: HTMLElement | null,
  templates: ParentNode,
  { applied }: CartScreen,
  paise: number | null,
): void {
  const first = place?.firstElementChild;
  if (!place || !first) return;
  if (first.matches('.code-stub') !== (applied !== null))
    first.replaceWith(partFrom(templates, applied ? 'code' : 'no-code'));
  place.className = applied ? 'code-place' : '';
  if (!applied) return;
  showText(place.querySelector('dt'), discountMessages.line(applied.code));
  showText(place.querySelector('dd'), paise === null ? '…' : `−${formatListPrice(paise)}`);
  showText(place.querySelector('span'), discountMessages.off(applied.percent));
  place.querySelector('button')?.setAttribute('aria-label', discountMessages.removeCode(applied.code));
}
