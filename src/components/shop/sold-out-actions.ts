import { registerInterest } from '../../stores/catalogue/early-order.ts';
import { askToBeNotified } from '../../stores/catalogue/back-in-stock.ts';

/** What a buy box asks of the shop where it cannot sell: in one file, because a tap fetches it. */
export const otherWishes = { early: registerInterest, notify: askToBeNotified };
