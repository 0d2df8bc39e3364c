import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { BusyButton } from '../../components/ui/BusyButton.tsx';
import { FormField } from '../../components/shop/FormField.tsx';
import { profileMessages } from '../../contract/messages/account.ts';
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
        <FormField id="delete-email" name="email" label="Email" error={problems.email}>
          {(attributes) => (
            <input
              {...attributes}
              type="email"
              inputMode="email"
              autoComplete="email"
              autoCapitalize="none"
              spellCheck={false}
              enterKeyHint={hasPassword ? 'next' : 'done'}
              className="field-input"
              onChange={() => clearDeletionProblem('email')}
            />
          )}
        </FormField>
        {hasPassword && (
          <FormField id="delete-password" name="password" label="Password" error={problems.password}>
            {(attributes) => (
              <input
                {...attributes}
                type="password"
                autoComplete="current-password"
                enterKeyHint="done"
                className="field-input"
                onChange={() => clearDeletionProblem('password')}
              />
            )}
          </FormField>
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
