import { useStore } from '@nanostores/react';
import { type ComponentProps, type SubmitEvent, useEffect, useRef, useState } from 'react';
import { BusyButton } from '../../components/ui/BusyButton.tsx';
import { FormField } from '../../components/shop/FormField.tsx';
import { profileMessages } from '../../contract/messages/account.ts';
import { lengthLimits } from '../../domain/text-limits.ts';
import { passwordLength } from '../../domain/user.ts';
import {
  $deletion,
  clearDeletionProblem,
  closeDeletion,
  deleteAccount,
} from '../../stores/account/export-and-deletion.ts';
import { Sheet } from './Sheet.tsx';

/** Asks for confirmation before it deletes the account. A Google-only account has no password to ask for. */
export function DeleteAccount({ hasPassword }: { hasPassword: boolean }) {
  const { isOpen, isSending, problems, message, markings } = useStore($deletion);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    if (markings > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [markings]);
  // Leaving the page by Back closes it.
  useEffect(() => closeDeletion, []);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const text = (name: string) => String(values.get(name) ?? '');
    void deleteAccount({ email: text('email'), password: text('password') }, hasPassword);
  };

  return (
    <Sheet isOpen={isOpen} labelledBy="delete-account" onClose={closeDeletion}>
      <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5 pt-4">
        <h2 id="delete-account" className="display text-3xl">
          Delete my account
        </h2>
        <p>{profileMessages.deleteWarning}</p>
        <p>{hasPassword ? profileMessages.deleteConfirm : profileMessages.deleteConfirmEmail}</p>
        <TypedAgain
          name="email"
          label="Email"
          error={problems.email}
          most={lengthLimits.email}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          enterKeyHint={hasPassword ? 'next' : 'done'}
        />
        {hasPassword && (
          <TypedAgain
            name="password"
            label="Password"
            error={problems.password}
            most={passwordLength.max}
            type="password"
            autoComplete="current-password"
            enterKeyHint="done"
          />
        )}
        <p role="alert" className="field-error empty:hidden">
          {message}
        </p>
        <div className="flex flex-wrap gap-3">
          <BusyButton type="submit" className="btn btn-danger max-xs:w-full" isBusy={isSending}>
            Delete my account
          </BusyButton>
          <button
            type="button"
            className="btn btn-secondary max-xs:w-full"
            aria-disabled={isSending}
            onClick={closeDeletion}
          >
            Cancel
          </button>
        </div>
      </form>
    </Sheet>
  );
}

interface TypedAgainProps extends Omit<ComponentProps<'input'>, 'name'> {
  name: 'email' | 'password';
  label: string;
  error: string | undefined;
  /** The most characters. */
  most: number;
}

/** Keeps its own text, because the fields are empty again when the sheet opens again. */
function TypedAgain({ name, label, error, most, ...input }: TypedAgainProps) {
  const [text, setText] = useState('');
  return (
    <FormField id={`delete-${name}`} name={name} label={label} error={error} room={{ text, most }}>
      {(attributes) => (
        <input
          {...input}
          {...attributes}
          className="field-input"
          onChange={(event) => {
            setText(event.target.value);
            clearDeletionProblem(name);
          }}
        />
      )}
    </FormField>
  );
}
