import type { CashLimit } from '../../domain/cash-order.ts';
import { formatPrice } from '../../domain/money.ts';
import { cashOnDelivery, newShoppers, reservationLimits, unpaidOnline } from '../../domain/order-limits.ts';
import type { UnpaidOrderLimit } from '../../domain/unpaid-order.ts';

/** The names in emails, lists and bank statements. */
export const methodNames = { cod: 'Cash on delivery', razorpay: 'Razorpay', stripe: 'Stripe' } as const;

export const paymentMessages = {
  recommended: 'Recommended',
  called: methodNames,
  cod: { name: 'Cash on delivery', hint: 'Pay the courier when your parcel arrives.' },
  razorpay: { name: 'UPI, cards and net banking', hint: 'With Razorpay, in a window on this page.' },
  stripe: { name: 'International cards', hint: 'On Stripe’s payment page.' },
  methodsFailed: 'The other payment methods could not be loaded.',
  loadingMethods: 'Loading the other payment methods',
  notOffered: 'This payment method is not available right now. Please choose another.',
  providerSilent:
    'The payment could not be started. Nothing was charged. Please try again or choose another payment method.',
  notPaid: 'Your payment was not completed. Your cart has not changed.',
  failed: 'Your payment did not go through. Your cart has not changed.',
  unconfirmed: 'We are still waiting for confirmation of your payment. Please check My Orders in a minute.',
  refunded:
    'Your payment came after the last piece was sold. We are refunding it; your cart has not changed.',
  refundedCode:
    'The code of this order had already been used for another order. We are refunding your payment; your cart has not changed.',
  sentBack: 'We could not accept your payment for this order. We are refunding it.',
  wrongSignature: 'This payment could not be verified.',
  unknownOrder: 'There is no such order.',
  alreadyPlaced: 'This order is already placed.',
  cannotPay: 'This order can no longer be paid.',
  windowBlocked: 'The payment window could not be opened. Please check your connection and try again.',
  checking: 'Checking your payment',
  logIn: 'Please log in to see whether your payment went through.',
  unpaid: (order: string) => `Payment for order ${order} is pending.`,
  unpaidHint: 'Nothing was charged. Your cart has not changed; you can retry the payment for this order.',
  unpaidAgain: 'You can retry the payment for this order.',
  title: (order: string) => `Payment for order ${order}`,
  unpaidChecking: 'Checking whether it is paid.',
  unpaidUnchecked:
    'We could not check its payment just now. If you pay twice, we will refund the extra payment.',
  awaitingConfirmation: (order: string) =>
    `We are still waiting for confirmation of your payment for order ${order}.`,
  awaitingConfirmationHint: 'Your money is safe. Please do not pay a second time: check again in a minute.',
  retryPayment: 'Retry payment',
  checkAgain: 'Check again',
  dismiss: 'Dismiss',
  myOrders: 'My orders',
  logInNow: 'Log in',
  windowTitle: (order: string) => `Order ${order}`,
  opening: 'Opening the payment',
  windowOpen: 'Please finish the payment in the payment window.',
  leaving: 'Taking you to the payment page',
  backToCart: 'Back to the cart',
} as const;

const { open } = cashOnDelivery;
const { held, lapsed } = unpaidOnline;

const size = ({ pieces, paise }: { pieces: number; paise: number }) =>
  `up to ${pieces} pieces and ${formatPrice(paise)} in total`;

const openLink = 'open the link in our confirmation email and order again';
const alternatives = `Please ${openLink}, or pay online.`;
const small = `If you have no open order, you can still place one with up to ${newShoppers.smallOrderPieces} pieces`;
const soon = `${small}, from ${newShoppers.justRegisteredMs / 60_000} minutes after you register`;
const payOnline = 'Please pay online, or wait until one of them is delivered.';

/** Refusals of a cash-on-delivery order. Only the server needs them. */
export const cashMessages = {
  unconfirmed: {
    order: `Until you confirm your email, a cash on delivery order can have ${size(cashOnDelivery.order.unconfirmed)}. ${alternatives}`,
    account: `Until you confirm your email, you can have ${open.account.unconfirmed} cash on delivery orders at a time. ${alternatives}`,
    phone: `Until you confirm your email, a phone number can have ${open.phone.unconfirmed} cash on delivery orders at a time. ${alternatives}`,
    address: `Until you confirm your email, an address can have ${open.address.unconfirmed} cash on delivery orders at a time. ${alternatives}`,
    crowd: `Many new shoppers on your network have ordered cash on delivery. ${soon}. For more, please ${openLink}, or pay online.`,
    network: `Too many pieces were ordered cash on delivery from your network today. ${alternatives}`,
    large: `Many new shoppers have ordered cash on delivery. ${small}. For more, please ${openLink}, or pay online.`,
    shop: `Very many new shoppers are ordering cash on delivery right now. ${alternatives}`,
  },
  confirmed: {
    order: `A cash on delivery order can have ${size(cashOnDelivery.order.confirmed)}. Please remove something, or pay online.`,
    account: `You already have ${open.account.confirmed} cash on delivery orders on their way, the most allowed at a time. ${payOnline}`,
    phone: `This phone number already has ${open.phone.confirmed} cash on delivery orders on their way, the most allowed at a time. ${payOnline}`,
    address: `This address already has ${open.address.confirmed} cash on delivery orders on their way, the most allowed at a time. ${payOnline}`,
    crowd: `Many new shoppers on your network have ordered cash on delivery. ${small}. For more, please pay online.`,
    network: 'Too many pieces were ordered cash on delivery from your network today. Please pay online.',
    large: `Many shoppers have ordered cash on delivery. ${small}. For more, please pay online.`,
    shop: 'Very many shoppers are ordering cash on delivery right now. Please pay online, or order again later.',
  },
} as const satisfies Record<'unconfirmed' | 'confirmed', Record<CashLimit, string>>;

const confirm = `Please ${openLink}`;
const wait = `try again in ${reservationLimits.minutes} minutes`;
const byCash = 'Please choose cash on delivery, or order again tomorrow.';

/** Refusals of an online order. Only the server needs them. */
export const reservationMessages = {
  unconfirmed: {
    order: `Until you confirm your email, an order to be paid online can have ${size(unpaidOnline.order.unconfirmed)}. ${confirm}, or remove something.`,
    account: `Until you confirm your email, your unpaid orders can have ${size(held.account.unconfirmed)}. ${confirm}, or pay for your pending order.`,
    phone: `Until you confirm your email, unpaid orders of one phone number can have ${size(held.phone.unconfirmed)}. ${confirm}, or pay for your pending order.`,
    address: `Until you confirm your email, unpaid orders to one address can have ${size(held.address.unconfirmed)}. ${confirm}, or pay for your pending order.`,
    crowd: `Many new shoppers on your network have unpaid orders. ${soon}. For more, please ${openLink}, or choose cash on delivery.`,
    network: `Too many pieces from your network are waiting for payment. ${confirm}, or choose cash on delivery.`,
    large: `Many new shoppers have unpaid orders. ${small}. For more, please ${openLink}, or choose cash on delivery.`,
    shop: `Too many pieces of new shoppers are waiting for payment. ${confirm}, or choose cash on delivery.`,
    'lapsed-account': `${lapsed.account.unconfirmed} of your online orders were not paid in the last 24 hours. ${confirm}, or choose cash on delivery.`,
    'lapsed-phone': `${lapsed.phone.unconfirmed} online orders with this phone number were not paid in the last 24 hours. ${confirm}, or choose cash on delivery.`,
    'lapsed-address': `${lapsed.address.unconfirmed} online orders to this address were not paid in the last 24 hours. ${confirm}, or choose cash on delivery.`,
  },
  confirmed: {
    order: `An order to be paid online can have ${size(unpaidOnline.order.confirmed)}. Please remove something and order it separately.`,
    account: `Your unpaid orders can have ${size(held.account.confirmed)}. Please pay for your pending order, or ${wait}.`,
    phone: `Unpaid orders of one phone number can have ${size(held.phone.confirmed)}. Please pay for your pending order, or ${wait}.`,
    address: `Unpaid orders to one address can have ${size(held.address.confirmed)}. Please pay for your pending order, or ${wait}.`,
    crowd: `Many new shoppers on your network have unpaid orders. ${small}. For more, please choose cash on delivery, or ${wait}.`,
    network: `Too many pieces from your network are waiting for payment. Please choose cash on delivery, or ${wait}.`,
    large: `Many shoppers have unpaid orders. ${small}. For more, please choose cash on delivery, or ${wait}.`,
    shop: `Too many pieces are waiting for payment. Please choose cash on delivery, or ${wait}.`,
    'lapsed-account': `${lapsed.account.confirmed} of your online orders were not paid in the last 24 hours. ${byCash}`,
    'lapsed-phone': `${lapsed.phone.confirmed} online orders with this phone number were not paid in the last 24 hours. ${byCash}`,
    'lapsed-address': `${lapsed.address.confirmed} online orders to this address were not paid in the last 24 hours. ${byCash}`,
  },
} as const satisfies Record<'unconfirmed' | 'confirmed', Record<UnpaidOrderLimit, string>>;
