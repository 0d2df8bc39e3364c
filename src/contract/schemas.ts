import { z } from 'zod';
import {
  type AddressFields,
  deliveryProblems,
  type DeliveryField,
  type emptyDeliveryAddress,
} from '../domain/address.ts';
import { shop } from '../domain/config.ts';
import { isCompletePin, pinPattern } from '../domain/pin.ts';
import { phoneProblem } from '../domain/phone.ts';
import {
  genders,
  isAcceptablePassword,
  isBirthday,
  isEmail,
  normaliseEmail,
  passwordLength,
  type Profile,
} from '../domain/user.ts';
import { lengthLimits, type LimitedField } from '../domain/text-limits.ts';
import { sorts } from '../domain/catalogue.ts';
import { authMessages, profileMessages } from './messages/account.ts';
import { cartMessages, discountMessages } from './messages/cart-and-wishlist.ts';
import { deliverySentence, fieldMessages, phoneSentence, tooLongMessages } from './messages/address.ts';
import { orderMessages } from './messages/orders.ts';
import { waitlistMessages } from './messages/newsletter-and-waitlist.ts';
import type { RouteName } from './routes.ts';

/**
 * One schema per call, used by netlify/http alone: no validator is sent to the browser. Types and sizes are strict;
 * unknown fields are ignored, because order items may carry the whole product. Errors are sentences that name the
 * field.
 */

/** JSON Schema for refinements, used in the API description. */
const described = {
  pin: { pattern: `^${pinPattern}$` },
  optionalPin: { pattern: `^(?:${pinPattern})?$` },
  phone: { pattern: `^${shop.phonePrefix}[6-9][0-9]{9}$` },
  optionalPhone: { pattern: `^(?:${shop.phonePrefix}[6-9][0-9]{9})?$` },
  day: { pattern: '^(?:[0-9]{4}-[0-9]{2}-[0-9]{2})?$' },
  password: { minLength: passwordLength.min, maxLength: passwordLength.max },
} as const;

const id = z
  .string()
  .min(1)
  .max(100)
  .regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/, 'must be a product id, such as warp-line-hoodie');
const size = z
  .string()
  .min(1)
  .max(12)
  .regex(/^[A-Za-z0-9]+$/, 'must be a size, such as M');
const rupees = z.number().min(0).max(10_000_000);
const email = z
  .string(fieldMessages.email)
  .max(lengthLimits.email, tooLongMessages.email)
  .refine(isEmail, fieldMessages.email)
  .meta({ format: 'email' })
  .transform(normaliseEmail);
const text = (max: number, missing: string) => z.string(missing).max(max).trim().min(1, missing);
const limitedText = (field: LimitedField, missing: string) =>
  z.string(missing).trim().max(lengthLimits[field], tooLongMessages[field]).min(1, missing);

const many = <S extends z.ZodType>(item: S) =>
  z.preprocess(
    (value) => (value === undefined || Array.isArray(value) ? value : [value]),
    z.array(item).max(200).optional(),
  );

const numberInQuery = z
  .string()
  .regex(/^\d{1,8}(?:\.\d{1,2})?$/, 'must be rupees, such as 1299 or 1299.50')
  .transform(Number)
  .optional();

const wholeInQuery = z
  .string()
  .regex(/^\d{1,6}$/, 'must be a whole number')
  .transform(Number)
  .optional();

const listQuery = z.object({
  subCategory: many(z.string().min(1).max(60)),
  sizes: many(size),
  minPrice: numberInQuery,
  maxPrice: numberInQuery,
  sort: z
    .enum(sorts.map(({ id: sort }) => sort))
    .or(z.literal('').transform(() => undefined))
    .optional(),
  search: z.string().max(100).optional(),
  id: many(id),
  offset: wholeInQuery,
  limit: wholeInQuery,
});

const address = z
  .object({
    firstName: limitedText('firstName', fieldMessages.firstName),
    lastName: limitedText('lastName', fieldMessages.lastName),
    email,
    street: limitedText('street', fieldMessages.street),
    city: limitedText('city', fieldMessages.city),
    state: limitedText('state', fieldMessages.state),
    zipcode: text(6, fieldMessages.zipcode).meta(described.pin),
    country: text(40, fieldMessages.country).meta({ const: shop.country }),
    phone: z
      .string(fieldMessages.phone)
      .max(20, fieldMessages.phone)
      .trim()
      .min(1, fieldMessages.phone)
      .meta(described.phone),
  } satisfies Record<keyof typeof emptyDeliveryAddress, z.ZodType>)
  .superRefine((value, context) => {
    for (const [field, problem] of Object.entries(deliveryProblems(value))) {
      const message = deliverySentence(field as DeliveryField, problem);
      context.addIssue({ code: 'custom', path: [field], message });
    }
  });

const orderLine = z.object({
  _id: id,
  size,
  quantity: z
    .int(orderMessages.quantity)
    .min(1, orderMessages.quantity)
    .max(shop.maxQuantityPerLine, orderMessages.quantity),
});

/** An impossible code is refused with the same sentence as an unknown one. */
const code = z
  .string(discountMessages.missing)
  .max(60, discountMessages.unknown)
  .trim()
  .min(1, discountMessages.missing);

const orderBody = z.object({
  address,
  items: z.array(orderLine, orderMessages.emptyItems).min(1, orderMessages.emptyItems).max(50),
  amount: rupees,
  code: code.optional(),
});

const orderId = z
  .string()
  .max(40)
  .regex(/^[0-9A-Z]{20}$/, 'must be an order id of 20 letters and digits');

const linkToken = z.string().max(200).min(1, profileMessages.linkEnded);
const password = z
  .string(fieldMessages.password)
  .refine(isAcceptablePassword, authMessages.passwordLength)
  .meta(described.password);
const optionalText = (max: number) => z.string().max(max).trim();
/** Accepts the format of `phoneFromInput`; an error says what is wrong. */
const checkPhone: z.core.CheckFn<string> = ({ value, issues }) => {
  const problem = phoneProblem(value);
  if (problem) issues.push({ code: 'custom', input: value, message: phoneSentence(problem) });
};
const phone = z.string(fieldMessages.phone).check(checkPhone).meta(described.phone);
const optionalPhone = z
  .string(fieldMessages.phone)
  .check((payload) => (payload.value === '' ? undefined : checkPhone(payload)))
  .meta(described.optionalPhone);

const profile = z.object({
  name: limitedText('name', fieldMessages.name),
  email,
  phone: optionalPhone,
  address: optionalText(200),
  city: optionalText(80),
  state: optionalText(60),
  zipcode: z
    .string()
    .max(6)
    .refine((value) => value === '' || isCompletePin(value), fieldMessages.zipcode)
    .meta(described.optionalPin),
  country: optionalText(40),
  dateOfBirth: z
    .string()
    .max(10)
    .refine(
      (value) => value === '' || isBirthday(value, new Date().toISOString().slice(0, 10)),
      profileMessages.birthday,
    )
    .meta(described.day),
  gender: z.enum(genders, profileMessages.gender),
} satisfies Record<keyof Profile, z.ZodType>);

const savedAddress = z.object({
  label: z.string().trim().max(lengthLimits.label, tooLongMessages.label).default(''),
  address: limitedText('street', fieldMessages.street),
  city: limitedText('city', fieldMessages.city),
  state: limitedText('state', fieldMessages.state),
  zipcode: z.string(fieldMessages.zipcode).refine(isCompletePin, fieldMessages.zipcode).meta(described.pin),
  country: z.literal(shop.country, fieldMessages.country),
  phone,
  isDefault: z.boolean().default(false),
} satisfies Record<keyof AddressFields, z.ZodType>);

const ownId = z
  .string()
  .min(1)
  .max(80)
  .regex(/^[\w-]+$/, 'must be an id');

const nothing = z.object({}).optional();
const notifyWish = z.object({ productId: id, email, size });
const onWaitlist = z.object({ user_email: email });

export const schemas = {
  'product.list': listQuery,
  'product.stock': z.object({ id: many(id).transform((ids) => ids ?? []) }),
  'product.early-order-interest': z.object({
    productId: id,
    name: z.string().max(100).default(''),
    email,
    phone: z.string().max(20).default(''),
    size: size.optional(),
  }),
  'wishlist.toggle': z.object({ itemId: id }),
  'wishlist.get': nothing,
  notify: notifyWish,
  'notify.check': notifyWish,
  // After validation the field has the shop's own name, which the rate limits use.
  waitlist: onWaitlist
    .extend({
      user_name: z.literal(waitlistMessages.userName).default(waitlistMessages.userName),
      message: z.literal(waitlistMessages.request).default(waitlistMessages.request),
    })
    .transform(({ user_email, user_name: name, message }) => ({ email: user_email, name, message })),
  'waitlist.sent': onWaitlist.transform(({ user_email }) => ({ email: user_email })),
  'cart.add': z.object({ itemId: id, size }),
  'cart.update': z.object({
    itemId: id,
    size,
    quantity: z.int('must be a whole number').min(0).max(shop.maxQuantityPerLine, cartMessages.lineLimit),
  }),
  'cart.get': nothing,
  'user.register': z.object({
    name: limitedText('name', fieldMessages.name),
    email,
    password,
  }),
  'user.login': z.object({
    email,
    password: z.string(fieldMessages.password).min(1, fieldMessages.password).max(1_000),
  }),
  'user.logout': nothing,
  'user.options': nothing,
  'user.google': z.object({ token: z.string(authMessages.googleFailed).min(1).max(8_000) }),
  'user.forgot': z.object({ email }),
  'user.reset': z.object({ token: linkToken, password }),
  'user.confirm-email': z.object({ token: linkToken }),
  'user.confirm-again': nothing,
  'user.profile': nothing,
  'user.save-profile': profile,
  'user.export': nothing,
  'user.delete': z.object({ email, password: z.string().max(1_000).default('') }),
  'address.user': nothing,
  'address.add': savedAddress,
  'address.edit': savedAddress.extend({ addressId: ownId }),
  'address.delete': z.object({ addressId: ownId }),
  'notification.user': nothing,
  // A shopper has at most 100 (netlify/storage/notifications.lua.ts).
  'notification.read': z.object({ notificationId: ownId.or(z.array(ownId).min(1).max(100)) }),
  'order.place': orderBody,
  'order.razorpay': orderBody,
  'order.stripe': orderBody,
  'order.giveUp': nothing,
  'order.pay': z.object({ orderId }),
  'order.verifyRazorpay': z.object({
    razorpay_order_id: z.string().min(1).max(60),
    razorpay_payment_id: z.string().min(1).max(60),
    razorpay_signature: z.string().regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal digits'),
  }),
  'order.verifyStripe': z.object({
    success: z
      .union([z.string().max(20), z.boolean()])
      .nullish()
      .transform((value) => value ?? null),
    orderId,
  }),
  'discount.check': z.object({ code }),
  'newsletter.subscribe': z.object({ email }),
  'newsletter.confirm': z.object({ token: linkToken }),
  'order.invoice': z.object({ orderId }),
  'payment.methods': nothing,
  'order.userorders': z.object({ userId: z.string().max(100).optional() }).optional(),
  health: nothing,
} as const satisfies Record<RouteName, z.ZodType>;

export type Parsed<Name extends RouteName> = z.output<(typeof schemas)[Name]>;
