/** A shopper's whole journey: listing, card, size, ADD TO CART, cart, one more. And a guest's: cart, login, checkout. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Figures } from './table.ts';
import { act, happens, lookUntil } from './touch-input.ts';
import type { Shopper } from './sites.ts';
import { login, type Side } from './selectors.ts';
import { cardOf, followCard, goTo, watchedBy } from './visits.ts';
import type { Visitor } from './phone.ts';

/** A shopper's pauses, which do not count in the total. */
const THINK_MS = 1_500;
const SHORT_THINK_MS = THINK_MS / 2;

/** Null unless every step happened. */
function sum(...steps: readonly (number | null)[]): number | null {
  return steps.reduce((total, ms) => (total === null || ms === null ? null : total + ms), 0);
}

async function worst(visitor: Visitor): Promise<Figures> {
  const documents = await watchedBy(visitor);
  const durations = documents.flatMap(({ interactions }) => Object.values(interactions));
  return { cls: Math.max(...documents.map(({ cls }) => cls)), inpMs: Math.max(0, ...durations) };
}

/** @param look what a shopper does on listing and product before the next tap @returns how long it took, in ms */
export async function journey(
  visitor: Visitor,
  side: Side,
  address: string,
  look: () => Promise<number> = () => wait(THINK_MS, THINK_MS),
): Promise<Figures> {
  let thoughtMs = 0;
  const think = async (ms: number) => {
    thoughtMs += ms;
    await wait(ms);
  };
  const began = goTo(visitor, address);
  const listing = await lookUntil(async () => {
    const card = await cardOf(visitor, side);
    return card?.isPictured ? card : null;
  });
  thoughtMs += await look();
  const product = await followCard(visitor, side);
  thoughtMs += await look();
  const size = await act(visitor, side.size, side.sizeChosen);
  await think(SHORT_THINK_MS);
  const added = await act(visitor, side.add, `${side.count} > 0`, { againMs: 8_000 });
  const addedAt = Date.now();
  if (side.toCart) await think(SHORT_THINK_MS);
  const toCartAt = Date.now();
  const lines = side.toCart
    ? await act(visitor, side.toCart, side.quantity, { againMs: 6_000 })
    : await happens(visitor, side.quantity).then((seen) => ({
        ms: seen && Math.max(0, seen.at - addedAt),
        value: seen?.value ?? 0,
      }));
  const linesMs = lines.ms === null ? null : Date.now() - toCartAt;
  const more = await act(visitor, side.more, `${side.quantity} > ${lines.value}`, {
    againMs: 1_500,
    mostMs: 30_000,
  });
  return {
    listingMs: listing && listing.at - began,
    productMs: product.contentMs,
    productPictureMs: product.pictureMs,
    sizeMs: size.ms,
    addMs: added.ms,
    cartMs: lines.ms,
    stepperMs: more.ms,
    addToStepperMs: sum(added.ms, linesMs, more.waitedMs, more.ms),
    totalMs: more.ms === null ? null : Date.now() - began - thoughtMs,
    bytes: visitor.downBytes(),
    ...(await worst(visitor)),
  };
}

/** Longer than a page on a slow line waits after the last input before it fetches what nobody asked for. */
const READ_MS = 5_000;
const SCROLL_PX = 60;

/** The same way of a shopper who scrolls a little and reads for 5 s before each tap. */
export function reading(visitor: Visitor, side: Side, address: string): Promise<Figures> {
  return journey(visitor, side, address, async () => {
    await visitor.page.mouse.wheel(0, SCROLL_PX);
    return wait(READ_MS, READ_MS);
  });
}

async function type({ page }: Visitor, selector: string, text: string): Promise<void> {
  await page.focus(selector);
  await page.keyboard.insertText(text);
}

/** A guest with a piece in the cart logs in and goes to the checkout. */
export async function guest(
  visitor: Visitor,
  side: Side,
  address: string,
  shopper: Shopper,
): Promise<Figures> {
  goTo(visitor, address);
  const isPainted = `performance.getEntriesByName('first-contentful-paint').length`;
  await happens(visitor, `document.querySelector('${side.product}') ? ${isPainted} : 0`);
  await wait(THINK_MS);
  await act(visitor, side.size, side.sizeChosen);
  await wait(SHORT_THINK_MS);
  await act(visitor, side.add, `${side.count} > 0`, { againMs: 8_000 });
  await wait(SHORT_THINK_MS);
  if (!side.toCart) throw new Error('This side has no login');
  const usable = await act(visitor, side.toCart, login.usable, { againMs: 8_000 });
  await type(visitor, login.email, shopper.email);
  await type(visitor, login.password, shopper.password);
  await act(visitor, login.terms, login.termsAccepted);
  await wait(SHORT_THINK_MS);
  const cart = await act(visitor, login.submit, side.quantity, { againMs: 10_000 });
  const checkout = await act(visitor, login.proceed, login.checkoutUsable, { againMs: 6_000 });
  return { loginMs: usable.ms, cartMs: cart.ms, checkoutMs: checkout.ms };
}
