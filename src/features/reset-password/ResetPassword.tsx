import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { BusyButton } from '../../components/ui/BusyButton.tsx';
import { ForgottenPassword } from '../../components/shop/ForgottenPassword.tsx';
import { PasswordField } from '../../components/shop/PasswordField.tsx';
import { authMessages } from '../../contract/messages/account.ts';
import { paths } from '../../contract/paths.ts';
import { $reset, clearResetProblem, openReset, resetPassword } from '../../stores/session/reset-password.ts';

/** The new password, or how to get another link if this one has expired. */
export function ResetPassword() {
  const { status, problems, message, markings } = useStore($reset, { ssr: 'initial' });
  const [isAwake, setAwake] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const ended = useRef<HTMLParagraphElement>(null);
  const isSending = status === 'sending' || status === 'done';
  // The pressed button was removed with its form.
  const wasSending = useRef(false);

  useEffect(() => {
    setAwake(true);
    openReset();
    // Opening another link in this tab changes only the fragment.
    addEventListener('hashchange', openReset);
    return () => removeEventListener('hashchange', openReset);
  }, []);
  useEffect(() => {
    if (markings > 0) form.current?.querySelector('input')?.focus();
  }, [markings]);
  useEffect(() => {
    if (status === 'ended' && wasSending.current) ended.current?.focus();
    wasSending.current = status === 'sending';
  }, [status]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    void resetPassword(String(new FormData(event.currentTarget).get('password') ?? ''));
  };
  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-8">
      <h1 className="display text-title">{authMessages.resetTitle}</h1>
      {status === 'ended' ? (
        <>
          <p ref={ended} tabIndex={-1} className="panel">
            {authMessages.resetEnded}
          </p>
          <ForgottenPassword />
        </>
      ) : (
        <form ref={form} method="post" noValidate onSubmit={submit} className="flex flex-col gap-5">
          <PasswordField
            form="reset"
            label={authMessages.newPassword}
            isNew
            problem={problems.password}
            onEdit={clearResetProblem}
          />
          <p className="field-error empty:hidden">{message}</p>
          <BusyButton type="submit" className="btn btn-primary w-full" disabled={!isAwake} isBusy={isSending}>
            {isSending ? authMessages.wait : authMessages.savePassword}
          </BusyButton>
        </form>
      )}
      <p className="text-center">
        <a className="link inline-flex min-h-11 items-center px-2" href={paths.login}>
          {authMessages.backToLogin}
        </a>
      </p>
    </div>
  );
}
