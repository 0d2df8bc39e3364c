import type { NavigationState } from '../../contract/paths.ts';
import { registerInterest } from '../../stores/catalogue/early-order.ts';
import { askToBeNotified } from '../../stores/catalogue/back-in-stock.ts';

/** Carries out what the shopper asked for before /login, or on the wishlist, for this product. */
export async function carryOut(
  form: HTMLFormElement,
  { notifyMe, earlyOrder }: NavigationState,
): Promise<void> {
  const productId = form.dataset['buy'] ?? '';
  const sizes = [...form.querySelectorAll<HTMLInputElement>('[name="size"]')];
  const size = sizes.length === 1 ? sizes[0] : sizes.find(({ value }) => value === (earlyOrder ?? notifyMe));
  if (!size) {
    // Sold out and no size named yet: the form asks for it, as it does after its own button.
    form.requestSubmit();
    return;
  }
  size.checked = true;
  form.dispatchEvent(new Event('change'));
  const act = earlyOrder === undefined ? askToBeNotified : registerInterest;
  await act(productId, size.value);
}
