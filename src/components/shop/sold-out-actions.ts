import { registerInterest } from '../../stores/catalogue/early-order.ts';
import { askToBeNotified } from '../../stores/catalogue/back-in-stock.ts';

/** The buy box's actions for items it cannot sell: in one file, because one tap fetches it. */
export const soldOutActions = { early: registerInterest, notify: askToBeNotified };
