import { parseStored, readTab, writeTab } from '../../client/tab-storage.ts';
import { type DeliveryAddress, type DeliveryField, emptyDeliveryAddress } from '../../domain/address.ts';
import { shop } from '../../domain/config.ts';
import { $userEmail } from '../session/session.ts';

/** The form's fields in the order of the screen: the first wrong one gets the focus. */
export const deliveryFields = Object.keys(emptyDeliveryAddress) as readonly DeliveryField[];

const DRAFT_KEY = 'taana-delivery';

/** What the delivery form opens with: what this tab remembers, and the session's e-mail where there is none. */
export function deliveryDraft(): DeliveryAddress {
  const draft = draftOf(parseStored(readTab(DRAFT_KEY)), $userEmail.get());
  return { ...draft, email: draft.email || ($userEmail.get() ?? '') };
}

export function keepDeliveryDraft(address: DeliveryAddress): void {
  writeTab(DRAFT_KEY, JSON.stringify({ owner: $userEmail.get(), address }));
}

function draftOf(stored: unknown, owner: string | undefined): DeliveryAddress {
  const draft = { ...emptyDeliveryAddress };
  if (typeof stored !== 'object' || stored === null || !('address' in stored)) return draft;
  // A tab in which someone else has logged in since does not show the address of the one before.
  if (('owner' in stored ? stored.owner : undefined) !== owner) return draft;
  const address = stored.address as Partial<Record<DeliveryField, unknown>> | null;
  for (const field of deliveryFields) {
    const text = address?.[field];
    if (typeof text === 'string') draft[field] = text;
  }
  return { ...draft, country: shop.country };
}
