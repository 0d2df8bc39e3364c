import type { CashLimit } from '../../domain/cash-order.ts';
import { formatPrice } from '../../domain/money.ts';
import { cashOnDelivery } from '../../domain/shop.ts';

const { order, open } = cashOnDelivery;

const size = ({ pieces, paise }: { pieces: number; paise: number }) =>
  `at most ${pieces} pieces and ${formatPrice(paise)}`;

const waysOn = 'Please open the link in the email that confirms your address and order again, or pay online.';
const payOnline = 'Please pay online, or wait until one of them has arrived.';

/** Why an order on delivery was not placed. Apart from the other messages, because only the server says them. */
export const cashMessages = {
  unconfirmed: {
    order: `Until your email is confirmed, an order on delivery can have ${size(order.unconfirmed)}. ${waysOn}`,
    account: `Until your email is confirmed, you can have ${open.account.unconfirmed} orders on delivery at a time. ${waysOn}`,
    phone: `Until your email is confirmed, a phone number can have ${open.phone.unconfirmed} orders on delivery at a time. ${waysOn}`,
    address: `Until your email is confirmed, an address can have ${open.address.unconfirmed} orders on delivery at a time. ${waysOn}`,
    newcomers: `Many new accounts have ordered on delivery from your network. ${waysOn}`,
    network: `Very many pieces were ordered on delivery from your network today. ${waysOn}`,
  },
  confirmed: {
    order: `An order on delivery can have ${size(order.confirmed)}. Please take something out, or pay online.`,
    account: `You have ${open.account.confirmed} orders on delivery on their way, which is the most at a time. ${payOnline}`,
    phone: `This phone number has ${open.phone.confirmed} orders on delivery on their way, which is the most at a time. ${payOnline}`,
    address: `This address has ${open.address.confirmed} orders on delivery on their way, which is the most at a time. ${payOnline}`,
    newcomers: 'Very many new accounts have ordered on delivery from your network. Please pay online.',
    network: 'Very many pieces were ordered on delivery from your network today. Please pay online.',
  },
} as const satisfies Record<'unconfirmed' | 'confirmed', Record<CashLimit, string>>;
