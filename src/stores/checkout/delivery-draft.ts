import { parseStored, readTab, writeTab } from '../../client/tab-storage.ts';
import { type DeliveryAddress, type DeliveryField, emptyDeliveryAddress } from '../../domain/address.ts';
import { shop } from '../../domain/config.ts';
import { $userEmail } from '../session/session.ts';

/** The form's fields in screen order: the first invalid one gets the focus. */
export const deliveryFields = Object.keys(emptyDeliveryAddress) as readonly DeliveryField[];

const DRAFT_KEY = 'taana-delivery';

/** The initial form: this tab's draft, and the session's email if the draft has none. */
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
  // A draft of another shopper in this tab is never shown.
  if (('owner' in stored ? stored.owner : undefined) !== owner) return draft;
  const address = stored.address as Partial<Record<DeliveryField, unknown>> | null;
  for (const field of deliveryFields) {
    const text = address?.[field];
    if (typeof text === 'string') draft[field] = text;
  }
  return { ...draft, country: shop.country };
}
