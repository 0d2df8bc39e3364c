import { z } from 'zod';
import type { AddressFields } from '../../domain/address.ts';
import { shop } from '../../domain/config.ts';
import { lengthLimits } from '../../domain/text-limits.ts';
import { MINUTE_MS } from '../../domain/time-units.ts';
import { fieldMessages, tooLongMessages } from '../messages/address.ts';
import type { CallRules, Success } from './call.ts';
import { limitedText, nothing, ownId, phone, pin } from './fields.ts';

export interface WireAddress extends AddressFields {
  _id: string;
}

/** The form has any country; the server accepts one. */
export interface AddressBodies {
  'address.add': AddressFields;
  'address.edit': AddressFields & { addressId: string };
}

export interface AddressReplies {
  'address.user': Success & { addresses: WireAddress[] };
  'address.add': Success & { message: string };
  'address.edit': Success & { message: string };
  'address.delete': Success & { message: string };
}

const savedAddress = z.object({
  label: z.string().trim().max(lengthLimits.label, tooLongMessages.label).default(''),
  address: limitedText('street', fieldMessages.street),
  city: limitedText('city', fieldMessages.city),
  state: limitedText('state', fieldMessages.state),
  zipcode: pin,
  country: z.literal(shop.country, fieldMessages.country),
  phone,
  isDefault: z.boolean().default(false),
} satisfies Record<keyof AddressFields, z.ZodType>);

const limits = [{ name: 'address', by: 'account', limit: 300, windowMs: 10 * MINUTE_MS }] as const;

export const addressCalls = {
  'address.user': {
    method: 'GET',
    auth: 'token',
    openBeforeLaunch: true,
    summary: 'The saved addresses.',
    body: nothing,
    limits,
  },
  'address.add': {
    auth: 'token',
    openBeforeLaunch: true,
    summary: 'Saves an address.',
    body: savedAddress,
    limits,
  },
  'address.edit': {
    method: 'PUT',
    auth: 'token',
    openBeforeLaunch: true,
    summary: 'Changes a saved address.',
    body: savedAddress.extend({ addressId: ownId }),
    refusals: ['not-found'],
    limits,
  },
  'address.delete': {
    method: 'DELETE',
    auth: 'token',
    openBeforeLaunch: true,
    summary: 'Deletes a saved address.',
    body: z.object({ addressId: ownId }),
    refusals: ['not-found'],
    limits,
  },
} as const satisfies Record<string, CallRules>;
