import { paths } from '../../contract/paths.ts';
import { quantityOf } from '../../domain/cart.ts';
import { formatListPrice } from '../../domain/money.ts';
import { $cart } from '../../stores/cart/cart.ts';
import { lineOf, noteOf } from '../../stores/cart/pending-changes.ts';
import { removeLine, setQuantity } from '../../stores/cart/cart-lines.ts';
import { type CartRow, refreshRows } from '../../stores/cart/cart-rows.ts';
import { partFrom } from './fill-template.ts';
import { kindOf, type LineKind, linePictureOf, sizeTextOf, spokenNameOf } from './cart-line.ts';

/** Shows the rows in a list, as CartLine would. An element stays as long as its line exists. */
export function drawLines(list: HTMLElement, templates: ParentNode, rows: readonly CartRow[]): void {
  const drawn = new Map<string | undefined, HTMLElement>();
  const wanted = new Set(rows.map(({ productId, size }) => noteOf(productId, size)));
  for (const line of list.querySelectorAll<HTMLElement>(':scope > [data-line]')) {
    if (wanted.has(line.dataset['line'] ?? '')) drawn.set(line.dataset['line'], line);
    else line.remove();
  }
  for (const [place, row] of rows.entries()) {
    const line = lineFor(row, drawn.get(noteOf(row.productId, row.size)), templates);
    fillLine(line, row);
    const before = list.children[place];
    if (before !== line) list.insertBefore(line, before ?? null);
  }
}

/** The line's element. If its kind changes, the controls stay: a finger may be on them. */
function lineFor(row: CartRow, drawn: HTMLElement | undefined, templates: ParentNode): HTMLElement {
  const kind: LineKind = kindOf(row);
  if (drawn?.dataset['kind'] === kind) return drawn;
  const line = partFrom(templates, kind);
  if (!drawn) return line;
  drawn.dataset['kind'] = kind;
  const [picture, heading, stepper] = [
    ':scope > :first-child',
    '[data-part="name"]',
    '[role="group"]',
  ] as const;
  for (const part of [picture, heading]) {
    const fresh = line.querySelector(part);
    if (fresh) drawn.querySelector(part)?.replaceWith(fresh);
  }
  const [before, after] = [drawn.querySelector(stepper), line.querySelector(stepper)];
  if (!after) before?.remove();
  else if (!before) drawn.querySelector('[data-cart-tap="remove"]')?.before(after);
  return drawn;
}

function fillLine(line: HTMLElement, row: CartRow): void {
  const { productId, size, quantity, product, problem } = row;
  const find = (selector: string) => line.querySelector<HTMLElement>(selector);
  const spokenName = spokenNameOf(row);
  line.dataset['line'] = noteOf(productId, size);
  if (product) {
    for (const link of line.querySelectorAll('a')) link.href = paths.product(productId);
    showText(find('h2 a'), product.name);
    showText(find('[data-part="price"]'), formatListPrice(product.pricePaise));
    const image = line.querySelector('img');
    const source = linePictureOf(product);
    if (image && image.getAttribute('src') !== source) image.src = source;
    if (image) image.alt = product.pictureAlt;
  }
  showOptional(find('[data-part="size"]'), sizeTextOf(row));
  showOptional(find('[data-part="problem"]'), problem ?? '');
  find('[role="group"]')?.setAttribute('aria-label', `Quantity of ${spokenName}`);
  find('[data-cart-tap="less"]')?.setAttribute('aria-disabled', String(quantity <= 1));
  showText(find('[aria-live]'), String(quantity));
  find('[data-cart-tap="remove"]')?.setAttribute('aria-label', `Remove ${spokenName}`);
}

/** Writes only a changed text, because a live region would announce it again. */
export function showText(element: Element | null, text: string): void {
  if (element && element.textContent !== text) element.textContent = text;
}

export function showOptional(element: HTMLElement | null, text: string): void {
  showText(element, text);
  if (element) element.hidden = text === '';
}

/** Handles the taps on lines and their controls for the life of the page, before and after React. */
export function carryOutLineTaps(root: Document): void {
  root.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-cart-tap]');
    const tap = button?.dataset['cartTap'];
    if (tap === 'again') void refreshRows();
    const line = button?.closest<HTMLElement>('[data-line]');
    if (!line) return;
    const { productId, size } = lineOf(line.dataset['line'] ?? '');
    if (tap === 'remove') {
      // The focused button is removed; the focus moves to the list.
      line.parentElement?.focus();
      removeLine(productId, size);
    } else {
      const step = tap === 'more' ? 1 : -1;
      setQuantity(productId, size, quantityOf($cart.get(), productId, size) + step);
    }
  });
}
