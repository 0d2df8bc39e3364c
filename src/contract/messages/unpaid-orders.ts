import type { UnpaidOrderLimit } from '../../domain/unpaid-order.ts';
import { formatPrice } from '../../domain/money.ts';
import { reservationLimits, unpaidOnline } from '../../domain/config.ts';

const { order, held, lapsed } = unpaidOnline;

const size = ({ pieces, paise }: { pieces: number; paise: number }) =>
  `at most ${pieces} pieces and ${formatPrice(paise)}`;

const confirm = 'Please open the link in our confirmation email and order again';
const wait = `order again within ${reservationLimits.minutes} minutes, when unpaid orders have ended`;
const byCash = 'Please choose cash on delivery, or order again tomorrow.';

/** Refusals of an online order. They are in their own file, because only the server needs them. */
export const heldMessages = {
  unconfirmed: {
    order: `Until you confirm your email, an order to be paid online can have ${size(order.unconfirmed)}. ${confirm}, or remove something.`,
    account: `Until you confirm your email, your unpaid orders can have ${size(held.account.unconfirmed)} together. ${confirm}, or pay the order that is open.`,
    phone: `Until you confirm your email, unpaid orders of one phone number can have ${size(held.phone.unconfirmed)} together. ${confirm}, or pay the order that is open.`,
    address: `Until you confirm your email, unpaid orders to one address can have ${size(held.address.unconfirmed)} together. ${confirm}, or pay the order that is open.`,
    newcomers: `Many new accounts have unpaid orders from your network. ${confirm}, or choose cash on delivery.`,
    network: `Too many pieces wait for payment from your network. ${confirm}, or choose cash on delivery.`,
    'lapsed-account': `${lapsed.account.unconfirmed} of your online orders were not paid in the last 24 hours. ${confirm}, or choose cash on delivery.`,
    'lapsed-phone': `${lapsed.phone.unconfirmed} online orders with this phone number were not paid in the last 24 hours. ${confirm}, or choose cash on delivery.`,
    'lapsed-address': `${lapsed.address.unconfirmed} online orders to this address were not paid in the last 24 hours. ${confirm}, or choose cash on delivery.`,
  },
  confirmed: {
    order: `An order to be paid online can have ${size(order.confirmed)}. Please remove something and order it separately.`,
    account: `Your unpaid orders can have ${size(held.account.confirmed)} together. Please pay the order that is open, or ${wait}.`,
    phone: `Unpaid orders of one phone number can have ${size(held.phone.confirmed)} together. Please pay the order that is open, or ${wait}.`,
    address: `Unpaid orders to one address can have ${size(held.address.confirmed)} together. Please pay the order that is open, or ${wait}.`,
    newcomers: `Many new accounts have unpaid orders from your network. Please choose cash on delivery, or ${wait}.`,
    network: `Too many pieces wait for payment from your network. Please choose cash on delivery, or ${wait}.`,
    'lapsed-account': `${lapsed.account.confirmed} of your online orders were not paid in the last 24 hours. ${byCash}`,
    'lapsed-phone': `${lapsed.phone.confirmed} online orders with this phone number were not paid in the last 24 hours. ${byCash}`,
    'lapsed-address': `${lapsed.address.confirmed} online orders to this address were not paid in the last 24 hours. ${byCash}`,
  },
} as const satisfies Record<'unconfirmed' | 'confirmed', Record<UnpaidOrderLimit, string>>;
