import { atom, computed } from 'nanostores';
import type { WireAddress } from '../../contract/calls/address.ts';
import type { AddressFields, DeliveryAddress } from '../../domain/address.ts';
import { accountCall } from '../account/account-call.ts';
import { $delivery, type DeliveryPlace, fillDelivery, placeFields } from './delivery.ts';
import { draftOf, keepDraft } from '../page/form-draft.ts';
import { $token, $userEmail } from '../session/session.ts';

/** Saved addresses at checkout. A failure to load them shows no message: the form works without them. */
interface Saved {
  status: 'loading' | 'ready' | 'failed';
  addresses: readonly WireAddress[];
}

const nothing: Saved = { status: 'loading', addresses: [] };
const $loaded = atom<Saved & { token: string | undefined }>({ ...nothing, token: undefined });

/** Shown only to the session that loaded them. */
export const $saved = computed([$loaded, $token], (loaded, token): Saved =>
  token !== undefined && loaded.token === token ? loaded : nothing,
);

/** The id that the shopper tapped: it decides which of two equal addresses is marked. */
const $tapped = atom<string | null>(null);

/** The saved address that equals the form; null if none does. */
export const $picked = computed([$saved, $delivery, $tapped], ({ addresses }, delivery, tapped) => {
  const same = addresses.filter((address) => isSamePlace(placeOf(address), delivery));
  return (same.find(({ _id }) => _id === tapped) ?? same[0])?._id ?? null;
});

/** The shopper wants to save the typed address after the order is placed. */
export const $wantsSaving = atom(false);

/** Whether the screen offers this: the address is not saved yet, and the list is loaded. */
export const $canSave = computed(
  [$saved, $picked],
  ({ status }, picked) => status === 'ready' && picked === null,
);

const CHOICE_KEY = 'taana-delivery-choice';

const emptyPlace: DeliveryPlace = { street: '', zipcode: '', city: '', state: '', phone: '' };

/**
 * What this tab stores beside the form itself: the address that was typed before the shopper picked a saved one, whether
 * the shopper chose to type another address, so that none is filled in automatically, and whether it shall be saved.
 */
const noChoice = { ...emptyPlace, isOther: false, wantsSaving: false };
let choice = noChoice;

/**
 * Loads the saved addresses and fills the default one into an empty form.
 * @param isWriting whether one of the fields has the focus; then nothing is filled in
 */
export async function openSaved(isWriting: () => boolean): Promise<void> {
  keepChoice(draftOf(CHOICE_KEY, $userEmail.get() ?? '', noChoice) ?? noChoice);
  const token = $token.get();
  $loaded.set({ ...nothing, token });
  const answer = await accountCall('address.user', undefined);
  if (!answer.success) return $loaded.set({ status: 'failed', addresses: [], token });
  $loaded.set({ status: 'ready', addresses: answer.addresses, token });
  const usual = answer.addresses.find(({ isDefault }) => isDefault);
  if (usual && !choice.isOther && isEmptyPlace($delivery.get()) && !isWriting()) pick(usual);
}

/** Fills in a saved address. `pickOther` brings the typed one back. */
export function pickSaved(id: string): void {
  const address = $saved.get().addresses.find(({ _id }) => _id === id);
  if (!address) return;
  const { street, city, state, zipcode, phone } = $delivery.get();
  const current = { street, city, state, zipcode, phone };
  const isTyped = $picked.get() === null && !isEmptyPlace(current);
  keepChoice({ ...choice, ...(isTyped && current), isOther: false });
  pick(address);
}

/** Empties the form for another address, or restores the typed one. */
export function pickOther(): void {
  keepChoice({ ...choice, isOther: true });
  if ($picked.get() === null) return;
  const { isOther: _, wantsSaving: __, ...typed } = choice;
  const isSaved = $saved.get().addresses.some((address) => isSamePlace(placeOf(address), typed));
  $tapped.set(null);
  fillDelivery(isSaved ? emptyPlace : typed);
}

export function wantSaving(wants: boolean): void {
  keepChoice({ ...choice, wantsSaving: wants });
}

/**
 * Saves the typed address after the order is placed, if the shopper wants that. Runs in the background; a failure shows
 * no message, because the order matters more.
 */
export function saveTypedAddress(delivery: DeliveryAddress): void {
  const { status, addresses } = $saved.get();
  const isKnown = addresses.some((address) => isSamePlace(placeOf(address), delivery));
  if (!$wantsSaving.get() || isKnown) return;
  wantSaving(false);
  const { street, city, state, zipcode, country, phone } = delivery;
  const fields: AddressFields = {
    label: '',
    address: street,
    city,
    state,
    zipcode,
    country,
    phone,
    isDefault: status === 'ready' && addresses.length === 0,
  };
  void accountCall('address.add', fields, { keepalive: true });
}

function pick(address: WireAddress): void {
  $tapped.set(address._id);
  fillDelivery(placeOf(address));
}

function placeOf({ address: street, city, state, zipcode, phone }: WireAddress): DeliveryPlace {
  return { street, city, state, zipcode, phone };
}

function isSamePlace(one: DeliveryPlace, other: DeliveryPlace): boolean {
  const folded = (text: string) => text.trim().toLowerCase();
  return placeFields.every((field) => folded(one[field]) === folded(other[field]));
}

function isEmptyPlace(place: DeliveryPlace): boolean {
  return placeFields.every((field) => place[field].trim() === '');
}

function keepChoice(next: typeof noChoice): void {
  choice = next;
  $wantsSaving.set(choice.wantsSaving);
  keepDraft(CHOICE_KEY, $userEmail.get() ?? '', choice);
}
