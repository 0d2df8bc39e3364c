import { useEffect, useRef, useState } from 'react';
import { BATCH_MAX } from '../../../contract/desk-orders.ts';
import { deskPaths } from '../../../contract/desk-paths.ts';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import { orderTabs } from '../../../domain/order-tabs.ts';
import { canBePacked, readChosen, writeBatch } from '../batch.ts';
import { Problem } from '../../../components/shop/Problem.tsx';
import { DeskScreen } from '../DeskScreen.tsx';
import { ChosenBar } from './ChosenBar.tsx';
import { ListFilterFields } from './ListFilterFields.tsx';
import { OrderRow } from './OrderRow.tsx';
import { type ListPage, useOrderList } from './use-order-list.ts';

/** The list of orders: tabs with numbers, search, filters, fifty at a time. */
export function OrdersScreen() {
  return <DeskScreen title={says.title}>{(me) => <OrderList isOwner={me.role === 'owner'} />}</DeskScreen>;
}

function OrderList({ isOwner }: { isOwner: boolean }) {
  const { filters, setFilters, page, failure, isBusy, more, reload, retry } = useOrderList();
  const [chosen, setChosen] = useState<readonly string[]>(readChosen);
  useEffect(() => writeBatch(chosen), [chosen]);
  const [cancelled, setCancelled] = useState(0);

  const rows = page?.orders ?? [];
  // An order that was shipped elsewhere meanwhile is no longer chosen.
  useEffect(() => {
    const gone = (page?.orders ?? []).filter((row) => !canBePacked(row)).map(({ id }) => id);
    setChosen((now) => (now.some((id) => gone.includes(id)) ? now.filter((id) => !gone.includes(id)) : now));
  }, [page]);
  const [cut, setCut] = useState(0);
  const choose = (ids: readonly string[], isWanted: boolean) => {
    const rest = chosen.filter((id) => !ids.includes(id));
    const wanted = isWanted ? [...rest, ...ids] : rest;
    setCancelled(0);
    setCut(Math.max(0, wanted.length - BATCH_MAX));
    setChosen(wanted.slice(0, BATCH_MAX));
  };
  // A scan, or Enter in the search, opens the order that it finds, once the answer to that search is here.
  const [opening, setOpening] = useState<'replace' | 'assign' | null>(() =>
    new URLSearchParams(location.search).has('open') ? 'replace' : null,
  );
  useEffect(() => {
    // After a failure it opens with the answer to a retry.
    if (opening === null || isBusy || failure) return;
    setOpening(null);
    const [only, ...others] = page?.orders ?? [];
    if (only && others.length === 0) location[opening](deskPaths.order(only.id));
  }, [opening, isBusy, failure, page]);
  const look = (wanted: Filters) => {
    setOpening(null);
    setCancelled(0);
    setFilters(wanted);
  };

  return (
    <div className="desk-orders" aria-busy={isBusy}>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          if (filters.search) setOpening('assign');
        }}
      >
        <label className="visually-hidden" htmlFor="desk-search">
          {says.search}
        </label>
        <input
          id="desk-search"
          data-desk-search
          className="field-input"
          type="search"
          autoComplete="off"
          placeholder={says.searchHint}
          defaultValue={filters.search ?? ''}
          onChange={({ target }) => {
            const { search: _, ...rest } = filters;
            look(target.value.trim() === '' ? rest : { ...rest, search: target.value });
          }}
        />
      </form>
      <Tabs page={page} tab={filters.tab} choose={(tab) => look(withTab(filters, tab))} />
      <ListFilterFields filters={filters} isOwner={isOwner} change={look} />
      {page && page.index.done < page.index.of && (
        <p role="status" className="desk-outcome">
          {says.indexing(page.index.done, page.index.of)}
        </p>
      )}
      {!failure?.before && <Problem isNews text={failure?.text ?? null} onRetry={retry} />}
      {rows.some(canBePacked) && (
        <label className="flex min-h-11 items-center gap-3 pl-3">
          <input
            type="checkbox"
            checked={rows.filter(canBePacked).every(({ id }) => chosen.includes(id))}
            onChange={({ target }) => {
              const ids = rows.filter(canBePacked).map(({ id }) => id);
              choose(ids, target.checked);
            }}
          />
          {says.chooseAll}
        </label>
      )}
      <ul className="border-ink border-t">
        {rows.map((row) => (
          <OrderRow
            key={row.id}
            row={row}
            isChosen={chosen.includes(row.id)}
            choose={canBePacked(row) ? (isWanted) => choose([row.id], isWanted) : null}
          />
        ))}
      </ul>
      {page && rows.length === 0 && !page.next && !isBusy && <p className="text-muted py-8">{says.none}</p>}
      {failure?.before && <Problem isNews text={failure.text} onRetry={retry} />}
      {page?.next && (
        <button type="button" className="btn btn-secondary" aria-busy={isBusy} onClick={more}>
          {says.more}
        </button>
      )}
      <p role="status" className="desk-outcome empty:hidden">
        {cancelled > 0 ? says.cancelledCount(cancelled) : ''}
      </p>
      {chosen.length > 0 && (
        <ChosenBar
          isOwner={isOwner}
          chosen={chosen}
          cut={cut}
          onCancelled={(ids) => {
            choose(ids, false);
            setCancelled(ids.length);
            void reload();
          }}
        />
      )}
    </div>
  );
}

type Filters = ReturnType<typeof useOrderList>['filters'];

function withTab({ tab: _, ...rest }: Filters, tab: Filters['tab']): Filters {
  return tab ? { ...rest, tab } : rest;
}

function Tabs({
  page,
  tab,
  choose,
}: {
  page: ListPage | null;
  tab: Filters['tab'];
  choose: (tab: Filters['tab']) => void;
}) {
  const tabs = useRef<HTMLFieldSetElement>(null);
  const isKnown = page !== null;
  // On a phone the chosen tab may lie beside the screen. Its number makes it wider, so it is looked for again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the tab and its number move it
  useEffect(() => {
    const row = tabs.current;
    const chosen = row?.querySelector<HTMLElement>('[aria-pressed="true"]');
    if (!row || !chosen) return;
    const edge = row.getBoundingClientRect().left + Number.parseFloat(getComputedStyle(row).paddingLeft);
    row.scrollLeft += chosen.getBoundingClientRect().left - edge;
  }, [tab, isKnown]);
  return (
    <fieldset ref={tabs} className="desk-tabs">
      <legend className="visually-hidden">{says.title}</legend>
      {(['all', ...orderTabs] as const).map((each) => {
        const isIt = (tab ?? 'all') === each;
        return (
          <button
            key={each}
            type="button"
            className="desk-tab"
            aria-pressed={isIt}
            onClick={() => choose(each === 'all' ? undefined : each)}
          >
            {says.tabs[each]} <span className="tabular-nums">{page?.counts[each] ?? ''}</span>
          </button>
        );
      })}
    </fieldset>
  );
}
