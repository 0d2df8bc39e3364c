import type { DeskBody } from '../../../contract/desk.ts';
import { NETWORK_PATTERN } from '../../../contract/desk-orders.ts';
import { paymentMethods } from '../../../domain/order.ts';
import { orderTabs } from '../../../domain/order-tabs.ts';

/** The list's tab, search and filters stand in the address, so that a link or a reload shows the same list. */

export type ListFilters = Omit<DeskBody<'orders.list'>, 'after'>;

const UNCONFIRMED = 'unconfirmed';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Ignores what it does not know: an address can be typed. */
export function filtersFrom(search: string): ListFilters {
  const params = new URLSearchParams(search);
  const filters: ListFilters = {};
  const [tab, method] = [params.get('tab'), params.get('payment')];
  const known = {
    tab: orderTabs.find((each) => each === tab),
    method: paymentMethods.find((each) => each === method),
  };
  if (known.tab) filters.tab = known.tab;
  if (known.method) filters.method = known.method;
  const [size, from, to, typed, network] = ['size', 'from', 'to', 'q', 'network'].map(
    (name) => params.get(name) ?? '',
  );
  if (size) filters.size = size;
  if (from && DAY.test(from)) filters.from = from;
  if (to && DAY.test(to)) filters.to = to;
  if (typed) filters.search = typed;
  if (network && NETWORK_PATTERN.test(network)) filters.network = network;
  if (params.get('account') === UNCONFIRMED) filters.isUnconfirmed = true;
  return filters;
}

/** `?tab=pack&q=asha`; '' without any. */
export function addressOf(filters: ListFilters): string {
  const { tab, method, size, from, to, search, network, isUnconfirmed } = filters;
  const params = new URLSearchParams();
  const account = isUnconfirmed && UNCONFIRMED;
  const parts = { tab, payment: method, size, from, to, q: search, network, account };
  for (const [name, value] of Object.entries(parts)) if (value) params.set(name, value);
  const text = params.toString();
  return text === '' ? '' : `?${text}`;
}
