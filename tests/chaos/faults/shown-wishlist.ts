/** Hearts as a browser shows them (stores/wishlist/wishlist-sync.lazy): toggled until the server says of each what the screen says. */
import { type Caller, inTurns, isSilence } from './api-client.ts';

/** A server that twice toggles into what it had before is not followed further. */
const MOST_SURPRISES = 2;

export function openHearts({ call, isLoggedIn }: Pick<Caller, 'call' | 'isLoggedIn'>) {
  let shown: string[] = [];
  /** Hearts that the server has not confirmed, and whether it has them. */
  const unconfirmed = new Map<string, boolean>();
  const inTurn = inTurns();

  function tap(id: string): void {
    shown = shown.includes(id) ? shown.filter((other) => other !== id) : [...shown, id];
  }

  /** @returns whether there is anything more to ask, or that nothing is heard */
  async function toggle(
    id: string,
    isThere: boolean,
  ): Promise<'now-there' | 'now-gone' | 'refused' | 'silent'> {
    if (isThere === shown.includes(id)) return 'refused';
    const answer = await call('wishlist.toggle', { itemId: id });
    if (!answer.success) return isSilence(answer.code) ? 'silent' : 'refused';
    return answer.wishlistData.includes(id) ? 'now-there' : 'now-gone';
  }

  /** @returns whether to go on with the next one */
  async function settleOne(id: string): Promise<boolean> {
    for (let surprises = 0; surprises < MOST_SURPRISES;) {
      const isThere = unconfirmed.get(id);
      if (isThere === undefined) return true;
      const went = await toggle(id, isThere);
      if (went === 'silent') return false;
      if (went === 'refused') break;
      const isNow = went === 'now-there';
      if (isNow === isThere) surprises += 1;
      unconfirmed.set(id, isNow);
    }
    // As the screen takes a heart back that the server refuses.
    if (unconfirmed.get(id) !== shown.includes(id)) tap(id);
    unconfirmed.delete(id);
    return true;
  }

  /** Shows what the server has, beside the hearts that it has not heard of, and sends those. */
  async function catchUp(): Promise<void> {
    const answer = await call('wishlist.get', undefined);
    if (!answer.success) return;
    const theirs = answer.wishlistData;
    const ours = shown.filter((id) => unconfirmed.has(id));
    for (const id of unconfirmed.keys()) unconfirmed.set(id, theirs.includes(id));
    shown = [...new Set([...theirs.filter((id) => !unconfirmed.has(id)), ...ours])];
    for (const id of [...unconfirmed.keys()]) if (!(await settleOne(id))) return;
  }

  return {
    wish(id: string): void {
      if (isLoggedIn() && !unconfirmed.has(id)) unconfirmed.set(id, shown.includes(id));
      tap(id);
      if (isLoggedIn()) void inTurn(() => settleOne(id));
    },

    merge: () =>
      inTurn(async () => {
        for (const id of shown) unconfirmed.set(id, false);
        await catchUp();
      }),

    /** @returns null where the server was not heard of all of them */
    settle: () =>
      inTurn(async () => {
        for (let tries = 0; tries < 8 && unconfirmed.size > 0; tries += 1) await catchUp();
        return unconfirmed.size > 0 ? null : shown;
      }),
  };
}
