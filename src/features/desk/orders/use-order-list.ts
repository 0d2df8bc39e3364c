import { useCallback, useEffect, useState } from 'react';
import { deskCall } from '../../../client/desk-api.ts';
import { parseStored, readTab, writeTab } from '../../../client/tab-storage.ts';
import type { DeskReply } from '../../../contract/desk.ts';
import { useNewest } from '../use-newest.ts';
import { addressOf, filtersFrom, type ListFilters } from './list-address.ts';

export type ListPage = DeskReply<'orders.list'>;

/** A pause of typing after which a search begins, in ms. */
const TYPING_MS = 300;

const keyOf = (filters: ListFilters): string => `taana-desk-orders:${addressOf(filters)}`;

/**
 * The order list of the filters in the address. While it asks the server, it shows what this tab last saw of the same
 * list.
 */
export function useOrderList() {
  const [filters, setFilters] = useState<ListFilters>(() => filtersFrom(location.search));
  const [page, setPage] = useState<ListPage | null>(() => knownPage(filters));
  /** Why the orders, or those after a page, did not come. */
  const [failure, setFailure] = useState<{ text: string; before: ListPage | null } | null>(null);
  const [isBusy, setBusy] = useState(true);
  const begin = useNewest();

  const load = useCallback(
    async (wanted: ListFilters, before: ListPage | null) => {
      const isNewest = begin();
      setBusy(true);
      const after = before?.next ?? undefined;
      const answer = await deskCall('orders.list', { ...wanted, ...(after && { after }) });
      if (!isNewest()) return;
      setBusy(false);
      setFailure(answer.success ? null : { text: answer.message, before });
      if (!answer.success) {
        // The orders of other filters must not stand under these.
        if (!before) setPage(knownPage(wanted));
        return;
      }
      const whole = before ? { ...answer, orders: [...before.orders, ...answer.orders] } : answer;
      setPage(whole);
      writeTab(keyOf(wanted), JSON.stringify(before ? knownPage(wanted) : whole));
    },
    [begin],
  );

  useEffect(() => {
    const known = knownPage(filters);
    if (known) setPage(known);
    // From now on the list is not that of the filters, and an answer to the earlier ones comes too late.
    begin();
    setBusy(true);
    history.replaceState(history.state, '', location.pathname + addressOf(filters));
    const timer = setTimeout(() => void load(filters, null), filters.search ? TYPING_MS : 0);
    return () => clearTimeout(timer);
  }, [filters, load, begin]);

  // While a list is on its way, the page is still that of other filters.
  const more = () => {
    if (!isBusy) void load(filters, page);
  };
  const reload = () => load(filters, null);
  const retry = () => load(filters, failure?.before ?? null);
  return { filters, setFilters, page, failure, isBusy, more, reload, retry };
}

/** Not kept beyond the tab, because it names shoppers. */
function knownPage(filters: ListFilters): ListPage | null {
  return (parseStored(readTab(keyOf(filters))) as ListPage | null | undefined) ?? null;
}
