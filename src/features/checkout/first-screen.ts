import { linePictureOf } from '../../components/shop/cart-line.ts';
import { paths } from '../../contract/paths.ts';
import { totalsOf } from '../../domain/order-totals.ts';
import { formatListPrice } from '../../domain/money.ts';
import { nationalDigits } from '../../domain/phone.ts';
import { $rows, $totals, type CartRow, watchRows } from '../../stores/cart/cart-rows.ts';
import { deliveryDraft, deliveryFields } from '../../stores/checkout/delivery-draft.ts';
import { $isSignedIn } from '../../stores/session/signed-in.ts';
import { sendVisitorsToLogin } from '../../stores/session/visitor.ts';
import { amountsOf, quantityTextOf, sizeTextOf, type Summary } from './summary.ts';

/**
 * /place-order before React: fills the form and the summary with local data, until React takes over the same elements.
 * The build rendered them from the island's components. The server calls stay here afterwards.
 */
const emptySummary: Summary = { rows: [], totals: totalsOf([]) };
let drawn = emptySummary;
let stopDrawing: () => void = () => undefined;

/** Stops drawing. @returns what the summary shows now, which is React's first state */
export function takeOver(): Summary {
  stopDrawing();
  return drawn;
}

export function openFirstScreen(root: Document): void {
  sendVisitorsToLogin(paths.placeOrder);
  if (!$isSignedIn.get()) return;
  watchRows();
  const form = root.querySelector<HTMLFormElement>('main astro-island form');
  if (!form) return;
  fillFields(form);
  const stops = [$rows, $totals].map((store) =>
    store.listen(() => draw(form, { rows: $rows.get(), totals: $totals.get() })),
  );
  stopDrawing = () => {
    for (const stop of stops) stop();
  };
  draw(form, { rows: $rows.get(), totals: $totals.get() });
}

/** React reads the fields when it starts (Checkout), so typed text stays. */
function fillFields(form: HTMLFormElement): void {
  const draft = deliveryDraft();
  for (const field of deliveryFields) {
    const input = form.elements.namedItem(field);
    if (!(input instanceof HTMLInputElement) || input.value !== '') continue;
    input.value = field === 'phone' ? nationalDigits(draft.phone) : draft[field];
  }
}

function draw(form: HTMLFormElement, summary: Summary): void {
  const { rows } = summary;
  // A line without its product has another markup: React draws it when the server has answered.
  if (rows.length === 0 || rows.some(({ product }) => product === null)) return;
  const place = form.querySelector('[data-summary] > :is(ul, [role=status])');
  const template = document.querySelector<HTMLTemplateElement>('template[data-summary-lines]');
  const list = template?.content.querySelector('ul')?.cloneNode(true);
  if (!place || !(list instanceof HTMLElement)) return;
  const blank = list.querySelector('li');
  if (!blank) return;
  list.replaceChildren(...rows.map((row) => lineOf(blank, row)));
  // Most changes of the stores leave the lines as they are, and their pictures stay.
  if (!place.isEqualNode(list)) place.replaceWith(list);
  const amounts = amountsOf(summary);
  for (const name of ['subtotal', 'fee', 'total'] as const) {
    for (const place of form.querySelectorAll(`[data-amount="${name}"]`)) place.textContent = amounts[name];
  }
  drawn = summary;
}

function lineOf(blank: HTMLElement, row: CartRow): Node {
  const line = document.importNode(blank, true);
  const { product, quantity, problem } = row;
  if (!product) return line;
  const texts = {
    name: product.name,
    quantity: quantityTextOf(row),
    size: sizeTextOf(row),
    problem: problem ?? '',
    price: formatListPrice(product.pricePaise * quantity),
  };
  for (const [part, text] of Object.entries(texts)) {
    line.querySelector(`[data-part="${part}"]`)?.replaceChildren(text);
  }
  line.querySelector('img')?.setAttribute('src', linePictureOf(product));
  return line;
}
