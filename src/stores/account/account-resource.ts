import { atom, computed } from 'nanostores';
import type { NoAnswer } from '../../client/api.ts';
import type { Refusal } from '../../contract/calls/call.ts';
import { sentenceOf } from './account-call.ts';
import { $token } from '../session/session.ts';
import { showToast } from '../page/toasts.ts';

interface State<Value> {
  value: Value;
  /** `failed` keeps the value that was loaded before. */
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** Why the last attempt failed; null if it did not. */
  problem: string | null;
}

/**
 * Data of the logged-in shopper that the server stores. It belongs to the token that it was loaded with, so that the
 * next shopper on a shared device never sees it. If several loads overlap, the latest one counts.
 *
 * @param nothing the value before anything is loaded
 * @param ask requests the value from the server
 * @param failed the message if no answer comes, shown as a toast and stored in `$problem`
 */
export function accountResource<Value>(
  nothing: Value,
  ask: () => Promise<{ success: true; value: Value } | Refusal | NoAnswer>,
  failed: string,
) {
  const blank: State<Value> = { value: nothing, status: 'idle', problem: null };
  const $kept = atom<State<Value> & { token: string | undefined }>({ ...blank, token: undefined });
  const $own = computed([$kept, $token], (kept, token) => (token && kept.token === token ? kept : blank));
  let latest = 0;

  const keep = (state: State<Value>) => $kept.set({ ...state, token: $token.get() });

  return {
    $value: computed($own, ({ value }) => value),
    $status: computed($own, ({ status }) => status),
    $problem: computed($own, ({ problem }) => problem),
    /** Sets a value from another call's answer; a pending older load is then ignored. */
    put(value: Value): void {
      latest += 1;
      keep({ value, status: 'ready', problem: null });
    },
    /** A failure keeps the value and shows a toast. An ended session shows none: `$status` is then `idle`. */
    async load(): Promise<void> {
      latest += 1;
      const mine = latest;
      keep({ ...$own.get(), status: 'loading' });
      const answer = await ask();
      if (mine !== latest) return;
      if (answer.success) return keep({ value: answer.value, status: 'ready', problem: null });
      const problem = sentenceOf(answer, failed);
      if (problem === null) return keep({ ...$own.get(), status: 'idle', problem });
      keep({ ...$own.get(), status: 'failed', problem });
      showToast('error', problem);
    },
  };
}
