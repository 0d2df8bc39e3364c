import { deskPaths } from '../../../contract/desk-paths.ts';
import type { OrderTab } from '../../../domain/order-tabs.ts';
import type { StockFilter } from '../../../contract/desk-stock.ts';

/** The order list in one of its tabs. */
export const ordersIn = (tab: OrderTab): string => `${deskPaths.orders}?tab=${tab}`;

/** The stock list with one of its filters. */
export const stockOnly = (only: StockFilter): string => `${deskPaths.stock}?only=${only}`;
