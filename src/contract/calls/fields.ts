/**
 * Schemas of fields that several calls have. Types and sizes are strict; unknown fields are ignored, because order items
 * may carry the whole product. Errors are sentences that name the field.
 */
import { z } from 'zod';
import { shop } from '../../domain/config.ts';
import { ORDER_ID } from '../../domain/order.ts';
import { phoneProblem } from '../../domain/phone.ts';
import { pinPattern, pinProblem } from '../../domain/pin.ts';
import { lengthLimits, type LimitedField } from '../../domain/text-limits.ts';
import { isEmail, normaliseEmail } from '../../domain/user.ts';
import { profileMessages } from '../messages/account.ts';
import { fieldMessages, phoneSentence, pinSentence, tooLongMessages } from '../messages/address.ts';

export const id = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be a product id, such as warp-line-hoodie');

export const size = z
  .string()
  .min(1)
  .max(12)
  .regex(/^[A-Za-z0-9]+$/, 'must be a size, such as M');

export const orderId = z.string().max(40).regex(ORDER_ID, 'must be an order id of 20 letters and digits');

/** The id of something that the shopper owns. */
export const ownId = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[\w-]+$/, 'must be an id');

export const email = z
  .string(fieldMessages.email)
  .max(lengthLimits.email, tooLongMessages.email)
  .refine(isEmail, fieldMessages.email)
  .meta({ format: 'email' })
  .transform(normaliseEmail);

export const text = (max: number, missing: string) => z.string(missing).max(max).trim().min(1, missing);
export const limitedText = (field: LimitedField, missing: string) =>
  z.string(missing).trim().max(lengthLimits[field], tooLongMessages[field]).min(1, missing);
export const optionalText = (max: number) => z.string().max(max).trim();

/** The token of an emailed link. */
export const linkToken = z.string().max(200).min(1, profileMessages.linkEnded);

/** One value or several, for a query. */
export const many = <S extends z.ZodType>(item: S) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(200).optional(),
  );

/** Accepts the format of `phoneFromInput`; an error says what is wrong. */
const checkPhone: z.core.CheckFn<string> = ({ value, issues }) => {
  const problem = phoneProblem(value);
  if (problem) issues.push({ code: 'custom', input: value, message: phoneSentence(problem) });
};

/** Digits are missing, or no PIN code of India begins like this. */
const checkPin: z.core.CheckFn<string> = ({ value, issues }) => {
  const problem = pinProblem(value);
  if (problem) issues.push({ code: 'custom', input: value, message: pinSentence(problem) });
};

/** JSON Schema for refinements, used in the API description. */
export const described = {
  pin: { pattern: `^${pinPattern}$` },
  phone: { pattern: `^${shop.phonePrefix}[6-9][0-9]{9}$` },
} as const;

export const phone = z.string(fieldMessages.phone).check(checkPhone).meta(described.phone);
export const optionalPhone = z
  .string(fieldMessages.phone)
  .check((payload) => (payload.value === '' ? undefined : checkPhone(payload)))
  .meta({ pattern: `^(?:${shop.phonePrefix}[6-9][0-9]{9})?$` });

export const pin = z.string(fieldMessages.zipcode).check(checkPin).meta(described.pin);
export const optionalPin = z
  .string()
  .max(6)
  .check((payload) => (payload.value === '' ? undefined : checkPin(payload)))
  .meta({ pattern: `^(?:${pinPattern})?$` });

export const nothing = z.object({}).optional();
