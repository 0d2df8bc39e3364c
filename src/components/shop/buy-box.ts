import { labels } from '../../contract/labels.ts';
import { cartMessages } from '../../contract/messages/cart-and-wishlist.ts';
import { networkMessages } from '../../contract/messages/page.ts';
import { fewLeftAt, maxQuantityPerLine } from '../../domain/config.ts';
import { addToCart } from '../../stores/cart/cart-changes.ts';
import { showToast } from '../../stores/page/toasts.ts';

/** What the buy box's button does now: it depends on the product, the chosen size and its stock. */
const ways = { cart: labels.addToCart, notify: labels.notifyMe, early: labels.earlyOrder } as const;

/** Makes the buy box work: the stepper, the request for a size, and the actions of the button. */
export function activateBuyBox(form: HTMLFormElement): void {
  const productId = form.dataset['buy'] as string;
  const quantityField = form.elements.namedItem('quantity') as HTMLInputElement;

  /** A whole number within the limits; also writes it into the field. */
  const quantity = (change = 0) => {
    const wanted = (Math.trunc(quantityField.valueAsNumber) || 1) + change;
    const allowed = Math.min(Math.max(wanted, 1), maxQuantityPerLine);
    quantityField.valueAsNumber = allowed;
    return allowed;
  };

  form.addEventListener('click', ({ target }) => {
    const button = (target as Element).closest<HTMLElement>('[data-step]');
    if (button) quantity(Number(button.dataset['step']));
  });
  form.addEventListener('change', () => {
    quantity();
    showChoice(form);
  });
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const size = chosenSize(form);
    const way = wayOf(form);
    if (!size) {
      (form.querySelector('[data-size-error]') as HTMLElement).hidden = false;
      showToast('error', cartMessages.selectSize);
      form.querySelector<HTMLElement>('[name=size]')?.focus();
    } else if (way === 'cart') addToCart(productId, size, quantity());
    else runAction(form, way, productId, size);
  });
  form.addEventListener('stock', () => showChoice(form));
  showChoice(form);
}

/** Shows the state of the chosen size, after a choice or new stock data. */
function showChoice(form: HTMLFormElement): void {
  const size = chosenSize(form);
  const way = wayOf(form);
  const find = (selector: string) => form.querySelector(selector) as HTMLElement;
  // Only a change is announced and laid out: a tap or the polled stock may leave the text as it was.
  const say = (selector: string, text: string) => {
    const place = find(selector);
    if (place.textContent !== text) place.textContent = text;
    return place;
  };
  // The button shows the size by an attribute: `:has(:checked)` for each size took a third of the tap's time.
  const radio = form.querySelector<HTMLInputElement>(':checked');
  say('[data-buy-button]', ways[way]).dataset['chosen'] = radio ? `${radio.value}, ` : '';
  find('.stepper').hidden = way !== 'cart';
  if (radio) find('[data-size-error]').hidden = true;
  say('[data-size-notice]', size && way !== 'early' ? noticeOf(choicesOf(form, size)[0]) : '');
}

function chosenSize(form: HTMLFormElement): string {
  return String(new FormData(form).get('size') ?? '');
}

/** 'Only n left' at three or fewer, and only from live stock: the HTML of the build does not know it. */
function noticeOf(choice: HTMLElement | undefined): string {
  if (choice?.dataset['out'] === 'true') return cartMessages.soldOut(choice.dataset['size'] as string);
  const left = choice?.dataset['left'];
  return Number(left) <= fewLeftAt ? `Only ${left} left` : '';
}

function wayOf(form: HTMLFormElement): keyof typeof ways {
  if (form.dataset['early'] !== undefined) return 'early';
  const choices = choicesOf(form, chosenSize(form));
  return choices.every(({ dataset }) => dataset['out'] === 'true') ? 'notify' : 'cart';
}

/** The chosen size, or all sizes if none is chosen. */
function choicesOf(form: HTMLFormElement, size: string): HTMLElement[] {
  return [...form.querySelectorAll<HTMLElement>(size ? `[data-size="${size}"]` : '[data-size]')];
}

/** Carries out NOTIFY ME or EARLY ORDER, whose code loads with the tap. */
function runAction(form: HTMLFormElement, action: 'early' | 'notify', productId: string, size: string): void {
  const button = form.querySelector('[data-buy-button]') as HTMLElement;
  button.ariaBusy = 'true';
  import('./sold-out-actions.ts')
    .then((code) => code.soldOutActions[action](productId, size))
    .catch(() => showToast('error', networkMessages.failed))
    .finally(() => {
      button.ariaBusy = null;
    });
}
