import { atom, computed, type ReadableAtom } from 'nanostores';
import type { NoAnswer } from '../../client/api.ts';
import type { Refusal } from '../../contract/routes.ts';
import { sentenceOf } from './account-call.ts';
import { $token } from '../session/session.ts';
import { showToast } from '../page/toasts.ts';

/** `failed` keeps what was loaded before. */
export type LoadStatus = 'idle' | 'loading' | 'ready' | 'failed';

interface State<Value> {
  value: Value;
  status: LoadStatus;
  /** What went wrong at the last try; null where nothing did. */
  problem: string | null;
}

/** Something of the shopper's that the server keeps. */
export interface AccountResource<Value> {
  $value: ReadableAtom<Value>;
  $status: ReadableAtom<LoadStatus>;
  $problem: ReadableAtom<string | null>;
  /** Puts in what a call has answered meanwhile: an older load that is still on its way changes nothing any more. */
  put: (value: Value) => void;
  load: () => Promise<void>;
}

/**
 * Keeps what the server has of the shopper who is logged in, and of nobody else: it belongs to the token that it was
 * loaded with, so that the next one on a shared device never sees it. Of answers that overtake each other the one to
 * the last question counts.
 *
 * @param nothing what is shown while nothing is loaded
 * @param ask asks the server; the answer is the value or why there is none
 * @param failed the sentence where no answer came (specification §8), shown as a toast and kept in `$problem`
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
