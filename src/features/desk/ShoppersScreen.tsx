import { type FormEvent, useState } from 'react';
import { deskCall } from '../../client/desk-api.ts';
import { BusyButton } from '../../components/ui/BusyButton.tsx';
import type { WireShopper } from '../../contract/desk.ts';
import { deskPaths } from '../../contract/desk-paths.ts';
import { deskScreenMessages } from '../../contract/messages/desk.ts';
import { deskShoppersMessages as says } from '../../contract/messages/desk-lists-and-shop.ts';
import { ActionMessage } from './ActionMessage.tsx';
import { DeskScreen } from './DeskScreen.tsx';
import { ShopperCard } from './ShopperCard.tsx';
import { useDraft } from './use-draft.ts';
import { useNewest } from './use-newest.ts';

/** Shoppers by email or phone: who they are, their orders, export and deletion on request. */
export function ShoppersScreen() {
  return (
    <DeskScreen isOwners title={deskScreenMessages.places.shoppers}>
      {() => <Shoppers />}
    </DeskScreen>
  );
}

/** Letters that are no email: accounts have no index of names, but orders do. */
const isName = (text: string) => /\p{L}{3}/u.test(text) && !text.includes('@');

function Shoppers() {
  const [search, type] = useDraft('shoppers');
  const [shoppers, setShoppers] = useState<WireShopper[]>([]);
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const [said, report] = useState('');
  const begin = useNewest();
  const find = async (event: FormEvent) => {
    event.preventDefault();
    const isNewest = begin();
    // Nothing is done by mistake to the account that was found before.
    setShoppers([]);
    setProblem(null);
    report('');
    setBusy(true);
    const answer = await deskCall('shoppers.find', { search });
    if (!isNewest()) return;
    setBusy(false);
    if (!answer.success) return setProblem(answer.message);
    setShoppers(answer.shoppers);
    if (answer.shoppers.length === 0) report(says.none(search));
  };
  const changed = (now: WireShopper) =>
    setShoppers((shown) => shown.map((one) => (one.id === now.id ? now : one)));
  const removed = (id: string) => {
    setShoppers((shown) => shown.filter((one) => one.id !== id));
    report(says.deleted);
  };

  return (
    <>
      <form className="flex flex-wrap items-end gap-3" onSubmit={(event) => void find(event)}>
        <div className="field min-w-64 flex-1">
          <label className="field-label" htmlFor="shopper-email">
            {says.search}
          </label>
          <input
            id="shopper-email"
            data-desk-search
            className="field-input"
            type="search"
            autoComplete="off"
            required
            value={search}
            onChange={({ target }) => type(target.value)}
            aria-describedby="shopper-note"
          />
        </div>
        <BusyButton type="submit" isBusy={isBusy} className="btn btn-primary">
          {says.find}
        </BusyButton>
        <p id="shopper-note" className="field-hint w-full">
          {says.logged}
        </p>
      </form>
      {isName(search) && (
        <p>
          {says.byName}{' '}
          <a className="link inline-flex min-h-11 items-center" href={deskPaths.ordersOf(search.trim())}>
            {says.ordersNamed(search.trim())}
          </a>
        </p>
      )}
      <ActionMessage said={said} problem={problem} />
      {shoppers.map((shopper) => (
        <ShopperCard
          key={shopper.id}
          shopper={shopper}
          onChanged={changed}
          onRemoved={() => removed(shopper.id)}
        />
      ))}
    </>
  );
}
