import { atom, computed, type ReadableAtom } from 'nanostores';
import type { NoAnswer } from '../../client/api.ts';
import type { Refusal } from '../../contract/calls/call.ts';
import { sentenceOf } from './account-call.ts';
import { $token } from '../session/session.ts';
import { showToast } from '../page/toasts.ts';

/** `failed` keeps the value that was loaded before. */
export type LoadStatus = 'idle' | 'loading' | 'ready' | 'failed';

interface State<Value> {
  value: Value;
  status: LoadStatus;
  /** Why the last attempt failed; null if it did not. */
  problem: string | null;
}

/** Data of the shopper that the server stores. */
export interface AccountResource<Value> {
  $value: ReadableAtom<Value>;
  $status: ReadableAtom<LoadStatus>;
  $problem: ReadableAtom<string | null>;
  /** Sets a value from another call's answer; a pending older load is then ignored. */
  put: (value: Value) => void;
  load: () => Promise<void>;
}

/**
 * A resource of the logged-in shopper only: it belongs to the token that it was loaded with, so that the next shopper
 * on a shared device never sees it. If several loads overlap, the latest one counts.
 *
 * @param nothing the value before anything is loaded
 * @param ask requests the value from the server
 * @param failed the message if no answer comes, shown as a toast and stored in `$problem`
 */
export function accountResource<Value>(
  nothing: Value,
  ask: () => Promise<{ success: true; value: Value } | Refusal | NoAnswer>,
  failed: string,
): AccountResource<Value> {
  const blank: State<Value> = { value: nothing, status: 'idle', problem: null };
  const $kept = atom<State<Value> & { token: string | undefined }>({ ...blank, token: undefined });
  const $own = computed([$kept, $token], (kept, token) => (token && kept.token === token ? kept : blank));
  let latest = 0;

  const keep = (state: State<Value>) => $kept.set({ ...state, token: $token.get() });

  return {
    $value: computed($own, ({ value }) => value),
    $status: computed($own, ({ status }) => status),
    $problem: computed($own, ({ problem }) => problem),
    put(value) {
      latest += 1;
      keep({ value, status: 'ready', problem: null });
    },
    async load() {
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
