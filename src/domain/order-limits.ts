import { MINUTE_MS } from './time-units.ts';

/**
 * Limits on orders that nobody has paid for yet: constants of the shop's business, as those in config.ts. Money is in whole
 * paise.
 */

/** Limits of a stock reservation for an online payment. */
export const reservationLimits = {
  /** For one payment attempt: longer than a provider's page stays open. */
  attemptMinutes: 35,
  /** In all, counted from the first reservation for this shopper, however often the payment starts again. */
  minutes: 60,
  /** For this long, a further order of the same pieces continues the first reservation and does not start a new one. */
  rememberedHours: 24,
} as const;

/**
 * Orders without prepayment of accounts that have neither paid nor received an order yet, or have no confirmed email:
 * nothing tells an honest new shopper from an attacker with many accounts and networks. So their pieces have limits of
 * their own, per network and for the whole shop, and these keep room for the orders that most new shoppers make.
 */
export const newShoppers = {
  /** A small order: an account's only open one, with at most this many pieces. */
  smallOrderPieces: 3,
  /** An account without a confirmed email counts as just registered for this long. */
  justRegisteredMs: 2 * MINUTE_MS,
} as const;

/**
 * Limits on orders without prepayment. Cash on delivery costs the shopper nothing, so without limits two new accounts
 * could reserve all stock. `unconfirmed` applies until the account's email is confirmed; a normal first purchase fits
 * into it. docs/security.md gives the reasons for the numbers. Separate from `shop`, because no browser needs it.
 */
export const cashOnDelivery = {
  /** Limits of one order. */
  order: {
    unconfirmed: { pieces: 5, paise: 8_000_00 },
    confirmed: { pieces: 20, paise: 25_000_00 },
  },
  /** Orders placed in the last `hours` count as open if they are neither delivered nor cancelled. */
  hours: 24,
  open: {
    /** Number of orders. */
    account: { unconfirmed: 2, confirmed: 5 },
    /** Number of orders of one phone number, counted separately in each network. */
    phone: { unconfirmed: 2, confirmed: 5 },
    /** Number of orders to one delivery address, counted likewise. Families and hostels share an address. */
    address: { unconfirmed: 2, confirmed: 10 },
    /**
     * Pieces from one network that are no small orders or come from accounts that have just registered. Each state of
     * accounts has its own count, here and in `network`, so confirming the email is a way on.
     */
    crowd: [{ minutes: 60, unconfirmed: 40, confirmed: 40 }],
    /** All pieces from one network. After an attack that fills `crowd`, fifty shoppers behind it find two each. */
    network: [
      { minutes: 60, unconfirmed: 140, confirmed: 140 },
      { minutes: 24 * 60, unconfirmed: 300, confirmed: 300, paid: 600 },
    ],
    /**
     * All pieces from one /64 of IPv6, which one household or phone has: a part of `network`, which its neighbours share.
     * A family's orders of an hour fit, and so does one order of any size.
     */
    household: [
      { minutes: 60, unconfirmed: 20, confirmed: 40 },
      { minutes: 24 * 60, unconfirmed: 40, confirmed: 80, paid: 200 },
    ],
    /** Pieces in the whole shop that are no small orders. New shoppers have one count, all others (`paid`) another. */
    large: [
      { minutes: 2, unconfirmed: 75, confirmed: 85, paid: 85 },
      { minutes: 60, unconfirmed: 120, confirmed: 160, paid: 190 },
      { minutes: 24 * 60, unconfirmed: 240, confirmed: 320, paid: 500 },
    ],
    /** All pieces in the whole shop, in the same two counts: each less than 5% of the stock at a time. */
    shop: [
      { minutes: 2, unconfirmed: 185, confirmed: 195, paid: 195 },
      { minutes: 60, unconfirmed: 400, confirmed: 500, paid: 600 },
      { minutes: 24 * 60, unconfirmed: 800, confirmed: 1_000, paid: 1_200 },
    ],
  },
} as const;

/** For each piece of a limit on unpaid online orders. */
const PAISE_A_PIECE = 3_000_00;
const worth = (pieces: number) => ({ pieces, paise: pieces * PAISE_A_PIECE });

/** Limits of one unpaid online order, and of all that an account or a phone number has at a time. */
const oneUnpaidOrder = {
  unconfirmed: { pieces: 10, paise: 25_000_00 },
  confirmed: { pieces: 50, paise: 1_00_000_00 },
} as const;

/**
 * Limits on stock reserved for unpaid online orders. Reservations expire, but without limits eight new accounts could
 * reserve all stock, and again an hour later. Higher than for cash on delivery, because most of these orders are paid
 * within minutes. docs/security.md gives the reasons for the numbers.
 */
export const unpaidOnline = {
  order: oneUnpaidOrder,
  /** Limits on what is reserved at one time. */
  held: {
    account: oneUnpaidOrder,
    /**
     * Of one phone number, counted separately in each network. An account has one order at a time, so with a confirmed
     * email its own limit is the only one.
     */
    phone: oneUnpaidOrder,
    /** To one delivery address, counted likewise. Families and hostels share an address. */
    address: {
      unconfirmed: { pieces: 20, paise: 50_000_00 },
      confirmed: { pieces: 100, paise: 2_00_000_00 },
    },
    /** As for cash on delivery, but at one time: each shopper pays or leaves within six minutes. One order always fits. */
    crowd: [{ unconfirmed: worth(40), confirmed: worth(50) }],
    /** 140 pieces at once are 700 orders of two pieces in an hour. */
    network: [{ unconfirmed: worth(140), confirmed: worth(140), paid: worth(140) }],
    /** As for cash on delivery: one order always fits. */
    household: [{ unconfirmed: worth(20), confirmed: worth(50), paid: worth(100) }],
    large: [{ unconfirmed: worth(75), confirmed: worth(85), paid: worth(85) }],
    /** In each count less than 5% of the stock. */
    shop: [{ unconfirmed: worth(185), confirmed: worth(195), paid: worth(195) }],
  },
  /** Number of orders in the last `hours` that reserved stock and were not paid. */
  lapsed: {
    account: { unconfirmed: 5, confirmed: 15 },
    phone: { unconfirmed: 5, confirmed: 15 },
    address: { unconfirmed: 10, confirmed: 30 },
  },
  hours: 24,
} as const;
