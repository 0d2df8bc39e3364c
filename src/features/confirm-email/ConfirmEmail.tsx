import { useStore } from '@nanostores/react';
import { useEffect } from 'react';
import { goTo } from '../../client/go-to.ts';
import { authMessages } from '../../contract/messages/account.ts';
import { paths } from '../../contract/paths.ts';
import { $confirm, askToConfirm, openConfirm } from '../../stores/account/confirm-email.ts';

/** The result of the link in the email about a new account or a new email address. */
export function ConfirmEmail() {
  const { status, message } = useStore($confirm, { ssr: 'initial' });

  useEffect(() => {
    const open = () => void openConfirm();
    open();
    // Opening another link in this tab changes only the fragment.
    addEventListener('hashchange', open);
    return () => removeEventListener('hashchange', open);
  }, []);

  return (
    <div className="mx-auto flex w-full max-w-md flex-col gap-8">
      <h1 className="display text-title">{authMessages.confirmTitle}</h1>
      <p role="status" className={`min-h-14 text-xl ${status === 'asking' ? 'text-muted' : ''}`}>
        {message ?? authMessages.confirming}
      </p>
      <div className="flex min-h-12 flex-wrap gap-3">
        {status === 'failed' && (
          <button type="button" className="btn btn-primary" onClick={() => void askToConfirm()}>
            {authMessages.tryAgain}
          </button>
        )}
        {status === 'visitor' && (
          <button
            type="button"
            className="btn btn-primary"
            onClick={() => goTo(paths.login, { from: paths.confirmEmail })}
          >
            {authMessages.logInToConfirm}
          </button>
        )}
        {status !== 'asking' && status !== 'visitor' && (
          <a className={`btn ${status === 'failed' ? 'btn-secondary' : 'btn-primary'}`} href={paths.profile}>
            {authMessages.toProfile}
          </a>
        )}
      </div>
    </div>
  );
}
