import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { BusyButton } from '../ui/BusyButton.tsx';
import { authMessages } from '../../contract/messages/account.ts';
import {
  $forgotten,
  askForLink,
  clearForgotten,
  openForgotten,
} from '../../stores/session/forgotten-password.ts';
import { AccountField } from './AccountField.tsx';

interface Props {
  email?: string;
  /** Moves the focus to the field, because the shopper asked for it. */
  isWanted?: boolean;
  onEdit?: (email: string) => void;
}

/** Asks for the email with the link to a new password. */
export function ForgottenPassword({ email = '', isWanted = false, onEdit }: Props) {
  const { isSending, problems, message, sent, markings } = useStore($forgotten, { ssr: 'initial' });
  const [isAwake, setAwake] = useState(false);
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    openForgotten();
    setAwake(true);
  }, []);
  useEffect(() => {
    if (isWanted || markings > 0) form.current?.querySelector('input')?.focus();
  }, [isWanted, markings]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void askForLink(String(new FormData(event.currentTarget).get('email') ?? ''));
  };
  return (
    <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
      <AccountField
        form="forgotten"
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        enterKeyHint="send"
        defaultValue={email}
        hint={authMessages.forgotHint}
        problem={problems.email}
        onEdit={(text) => {
          clearForgotten();
          onEdit?.(text);
        }}
      />
      <p className="field-error empty:hidden">{message}</p>
      <div role="status" className="empty:visually-hidden">
        {sent && <p className="panel">{sent}</p>}
      </div>
      <BusyButton type="submit" className="btn btn-primary w-full" disabled={!isAwake} isBusy={isSending}>
        {isSending ? authMessages.wait : authMessages.sendLink}
      </BusyButton>
    </form>
  );
}
