import { useStore } from '@nanostores/react';
import { type KeyboardEvent, useEffect, useRef } from 'react';
import { BusyButton } from '../ui/BusyButton.tsx';
import { discountMessages } from '../../contract/messages/cart-and-wishlist.ts';
import { formatListPrice } from '../../domain/money.ts';
import {
  $codeField,
  applyCode,
  openCodeField,
  recheckCode,
  removeCode,
  typeCode,
} from '../../stores/cart/code-field.ts';
import { $appliedCode, type AppliedCode } from '../../stores/cart/discount-code.ts';

interface Props {
  /** The discount of the applied code in paise; null while prices are not known. */
  paise: number | null;
  /** The code that the page's HTML already shows. */
  drawn?: AppliedCode | null;
  /** An order is being placed: nothing may change. */
  isFixed?: boolean;
}

/**
 * A code among the totals: a button, then a field, then the discount line. All have the same height, so that nothing
 * below moves. It is not a form element because at checkout it stands in one.
 */
export function CodeField({ paise, drawn = null, isFixed = false }: Props) {
  const applied = useStore($appliedCode, { ssr: () => drawn });
  const { isOpen, news, problem } = useStore($codeField, { ssr: 'initial' });
  const place = useRef<HTMLDivElement>(null);
  const had = useRef({ applied, isOpen });

  useEffect(() => void recheckCode(), []);
  useEffect(() => {
    const before = had.current;
    had.current = { applied, isOpen };
    const isSame = before.isOpen === isOpen && before.applied?.code === applied?.code;
    // Does not move the focus if it is elsewhere, or if the server refused the code.
    if (isSame || problem !== null || document.activeElement !== document.body) return;
    // The focused element is gone, so the focus moves to its replacement.
    place.current?.querySelector<HTMLElement>(isOpen ? 'input' : 'button')?.focus();
  }, [applied, isOpen, problem]);

  return (
    <div ref={place} className={applied || isOpen ? 'code-place' : ''}>
      {applied ? (
        <CodeStub applied={applied} paise={paise} isFixed={isFixed} />
      ) : isOpen ? (
        <OpenField isFixed={isFixed} />
      ) : (
        <CodeQuestion isFixed={isFixed} />
      )}
      <p role="status" className="visually-hidden">
        {news}
      </p>
    </div>
  );
}

interface StubProps extends Pick<Props, 'paise' | 'isFixed'> {
  applied: AppliedCode;
}

export function CodeStub({ applied, paise, isFixed = false }: StubProps) {
  return (
    <div className="code-stub">
      <dl className="flex flex-wrap justify-between gap-x-4">
        <dt className="font-semibold whitespace-nowrap">{discountMessages.line(applied.code)}</dt>
        <dd className="whitespace-nowrap">{paise === null ? '…' : `−${formatListPrice(paise)}`}</dd>
      </dl>
      <p className="flex items-center justify-between gap-4 text-sm">
        <span className="text-muted">{discountMessages.off(applied.percent)}</span>
        <button
          type="button"
          className="link -mx-2 min-h-11 px-2 font-semibold"
          aria-label={discountMessages.removeCode(applied.code)}
          disabled={isFixed}
          onClick={removeCode}
        >
          {discountMessages.remove}
        </button>
      </p>
    </div>
  );
}

export function CodeQuestion({ isFixed = false }: Pick<Props, 'isFixed'>) {
  return (
    <button
      type="button"
      className="link -my-2 min-h-11 text-left"
      aria-expanded="false"
      disabled={isFixed}
      onClick={openCodeField}
    >
      {discountMessages.have}
    </button>
  );
}

function OpenField({ isFixed }: { isFixed: boolean }) {
  const { typed, isChecking, problem } = useStore($codeField, { ssr: 'initial' });
  const submit = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    // Prevents submitting the order form around it.
    event.preventDefault();
    void applyCode();
  };
  return (
    <div className="field">
      <label className="field-label" htmlFor="discount-code">
        {discountMessages.label}
      </label>
      <div className="flex gap-2">
        <input
          id="discount-code"
          className="field-input min-w-0 uppercase"
          value={typed}
          readOnly={isFixed}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          maxLength={60}
          enterKeyHint="done"
          aria-invalid={problem !== null}
          aria-describedby="discount-code-note"
          onChange={({ target }) => typeCode(target.value)}
          onKeyDown={submit}
        />
        <BusyButton
          className="btn btn-secondary min-w-33 flex-none px-3"
          disabled={isFixed}
          isBusy={isChecking}
          onClick={() => void applyCode()}
        >
          {isChecking ? discountMessages.checking : discountMessages.apply}
        </BusyButton>
      </div>
      <p id="discount-code-note" role="alert" className={problem ? 'field-error' : 'field-hint'}>
        {problem ?? discountMessages.hint}
      </p>
    </div>
  );
}
