import type { CashLimit } from '../../domain/cash-order.ts';
import { formatPrice } from '../../domain/money.ts';
import { cashOnDelivery } from '../../domain/config.ts';

const { order, open } = cashOnDelivery;

const size = ({ pieces, paise }: { pieces: number; paise: number }) =>
  `at most ${pieces} pieces and ${formatPrice(paise)}`;

const waysOn = 'Please open the link in our confirmation email and order again, or pay online.';
const payOnline = 'Please pay online, or wait until one of them is delivered.';

/** Refusals of a cash-on-delivery order. They are in their own file, because only the server needs them. */
export const cashMessages = {
  unconfirmed: {
    order: `Until you confirm your email, a cash on delivery order can have ${size(order.unconfirmed)}. ${waysOn}`,
    account: `Until you confirm your email, you can have ${open.account.unconfirmed} cash on delivery orders at a time. ${waysOn}`,
    phone: `Until you confirm your email, a phone number can have ${open.phone.unconfirmed} cash on delivery orders at a time. ${waysOn}`,
    address: `Until you confirm your email, an address can have ${open.address.unconfirmed} cash on delivery orders at a time. ${waysOn}`,
    newcomers: `Many new accounts have ordered cash on delivery from your network. ${waysOn}`,
    network: `Too many pieces were ordered cash on delivery from your network today. ${waysOn}`,
  },
  confirmed: {
    order: `A cash on delivery order can have ${size(order.confirmed)}. Please remove something, or pay online.`,
    account: `You have ${open.account.confirmed} cash on delivery orders on their way, which is the most at a time. ${payOnline}`,
    phone: `This phone number has ${open.phone.confirmed} cash on delivery orders on their way, which is the most at a time. ${payOnline}`,
    address: `This address has ${open.address.confirmed} cash on delivery orders on their way, which is the most at a time. ${payOnline}`,
    newcomers: 'Many new accounts have ordered cash on delivery from your network. Please pay online.',
    network: 'Too many pieces were ordered cash on delivery from your network today. Please pay online.',
  },
} as const satisfies Record<'unconfirmed' | 'confirmed', Record<CashLimit, string>>;
