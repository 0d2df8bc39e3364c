import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { BusyButton } from '../../components/ui/BusyButton.tsx';
import { AccountField } from '../../components/shop/AccountField.tsx';
import { ForgottenPassword } from '../../components/shop/ForgottenPassword.tsx';
import { PasswordField } from '../../components/shop/PasswordField.tsx';
import { authMessages } from '../../contract/messages/account.ts';
import { isStorageBlocked } from '../../client/device.ts';
import { paths } from '../../contract/paths.ts';
import { dismissOneTap } from '../../stores/session/google-sign-in.ts';
import {
  $signIn,
  clearProblem,
  keepSignInDraft,
  type SignInMode,
  signInDraft,
  submitSignIn,
  switchMode,
} from '../../stores/session/sign-in.ts';
import { $signInReason, signInReturnPath } from '../../stores/session/sign-in-return.ts';
import { GoogleSignIn } from './GoogleSignIn.tsx';

const modes: readonly { mode: SignInMode; label: string }[] = [
  { mode: 'login', label: 'Login' },
  { mode: 'signUp', label: 'Sign Up' },
];

/** On a slow line, a page that is requested later than the login does not come before the login's answer. */
const PREFETCH_MS = 150;

/**
 * Login and Sign Up. The fields are uncontrolled, so text typed before this code arrived stays. layouts/early-taps.js
 * holds an earlier tap, which is then carried out with that text.
 */
export function SignIn() {
  const { mode, isSending, problems, message, markings } = useStore($signIn, { ssr: 'initial' });
  /** The email address to send to, as it was typed when its form opened. */
  const [forgottenEmail, setForgottenEmail] = useState<string | null>(null);
  const reason = useStore($signInReason, { ssr: 'initial' });
  const [isBlocked, setBlocked] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const forgot = useRef<HTMLButtonElement>(null);
  const isSignUp = mode === 'signUp';
  const isForgotten = forgottenEmail !== null;

  useLayoutEffect(() => takeUpDraft(form.current), []);
  useEffect(() => setBlocked(isStorageBlocked()), []);
  useEffect(() => {
    if (!isSending) return;
    const timer = setTimeout(prefetchWayBack, PREFETCH_MS);
    return () => clearTimeout(timer);
  }, [isSending]);
  useEffect(() => {
    if (form.current?.contains(document.activeElement)) dismissOneTap();
  }, []);
  useEffect(() => {
    if (markings > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [markings]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const values = new FormData(event.currentTarget);
    const text = (name: string) => String(values.get(name) ?? '');
    void submitSignIn({
      name: text('name'),
      email: text('email'),
      password: text('password'),
      acceptsTerms: values.has('acceptsTerms'),
    });
  };
  const leaveForgotten = () => {
    const field = emailOf(form.current);
    if (field) field.value = signInDraft().email;
    setForgottenEmail(null);
    // Visible only after the next render.
    requestAnimationFrame(() => forgot.current?.focus());
  };

  return (
    <div className="sign-in mx-auto flex w-full max-w-md flex-col gap-8">
      <div>
        <h1 className="display text-title">
          {isForgotten ? authMessages.forgot : isSignUp ? 'Sign Up' : 'Login'}
        </h1>
        {/* The same height with and without an error, so that the form does not move. */}
        <p className="min-h-8 pt-2" hidden={isForgotten}>
          {reason}
        </p>
        {isBlocked && <p className="field-error pt-2">{authMessages.storageBlocked}</p>}
      </div>
      {isForgotten && (
        <div className="flex flex-col gap-5">
          <ForgottenPassword email={forgottenEmail} isWanted onEdit={(email) => keepSignInDraft({ email })} />
          <button type="button" className="link min-h-11 self-center px-2" onClick={leaveForgotten}>
            {authMessages.backToLogin}
          </button>
        </div>
      )}
      <div
        className="border-ink grid grid-cols-2 border"
        hidden={isForgotten}
        role="group"
        aria-label="Login or Sign Up"
      >
        {modes.map(({ mode: choice, label }) => (
          <button
            key={choice}
            type="button"
            aria-pressed={mode === choice}
            disabled={isSending}
            onClick={() => switchMode(choice)}
            className="eyebrow aria-pressed:bg-ink aria-pressed:text-paper min-h-12"
          >
            {label}
          </button>
        ))}
      </div>

      <GoogleSignIn isHidden={isForgotten} />

      <form
        ref={form}
        method="post"
        noValidate
        hidden={isForgotten}
        onSubmit={submit}
        onFocus={({ target }) => {
          if (target instanceof HTMLInputElement) dismissOneTap();
        }}
        className="flex flex-col gap-5"
      >
        {isSignUp && (
          <AccountField
            form="sign-in"
            name="name"
            label="Name"
            autoComplete="name"
            autoCapitalize="words"
            defaultValue={signInDraft().name}
            problem={problems.name}
            onEdit={(name) => {
              keepSignInDraft({ name });
              clearProblem('name');
            }}
          />
        )}
        <AccountField
          form="sign-in"
          name="email"
          label="Email"
          type="email"
          autoComplete={isSignUp ? 'email' : 'username'}
          problem={problems.email}
          onEdit={(email) => {
            keepSignInDraft({ email });
            clearProblem('email');
          }}
        />
        <div className="flex flex-col">
          <PasswordField
            form="sign-in"
            isNew={isSignUp}
            problem={problems.password}
            onEdit={() => clearProblem('password')}
          />
          {!isSignUp && (
            <button
              ref={forgot}
              type="button"
              className="link min-h-11 self-start"
              disabled={isSending}
              onClick={() => setForgottenEmail(emailOf(form.current)?.value ?? '')}
            >
              {authMessages.forgot}
            </button>
          )}
        </div>

        <div className="field">
          <label className="flex items-start gap-3">
            <input
              name="acceptsTerms"
              type="checkbox"
              className="accent-accent mt-3 size-5 shrink-0"
              aria-invalid={problems.acceptsTerms !== undefined}
              aria-describedby="sign-in-terms-error"
              onChange={() => clearProblem('acceptsTerms')}
            />
            <span className="py-2.5">
              I accept the{' '}
              <a className="link" href={paths.terms}>
                Terms &amp; Conditions
              </a>{' '}
              and the{' '}
              <a className="link" href={paths.privacy}>
                Privacy Policy
              </a>
            </span>
          </label>
          <p id="sign-in-terms-error" className="field-error empty:hidden">
            {problems.acceptsTerms}
          </p>
        </div>

        <p className="field-error empty:hidden">{message}</p>
        <BusyButton type="submit" className="btn btn-primary w-full" isBusy={isSending}>
          {isSending ? authMessages.wait : isSignUp ? 'Sign Up' : 'Login'}
        </BusyButton>
      </form>

      <p className="text-center" hidden={isForgotten}>
        {isSignUp ? 'Already have an account?' : 'New here?'}{' '}
        <button
          type="button"
          className="link min-h-11 px-2 font-semibold"
          disabled={isSending}
          onClick={() => {
            switchMode(isSignUp ? 'login' : 'signUp');
            // The other form exists only after the next render.
            requestAnimationFrame(() => goToFirstField(form.current));
          }}
        >
          {isSignUp ? 'Login Here' : 'Create account'}
        </button>
      </p>
    </div>
  );
}

function emailOf(form: HTMLFormElement | null): HTMLInputElement | null {
  const field = form?.elements.namedItem('email');
  return field instanceof HTMLInputElement ? field : null;
}

function goToFirstField(form: HTMLFormElement | null): void {
  const field = form?.querySelector('input');
  field?.scrollIntoView({ block: 'center' });
  field?.focus({ preventScroll: true });
}

/** Fills in this tab's draft; text typed before the code arrived has priority. */
function takeUpDraft(form: HTMLFormElement | null): void {
  const field = emailOf(form);
  if (!field) return;
  if (field.value === '') {
    field.value = signInDraft().email;
    // Typing replaces the selected text.
    if (field === document.activeElement) field.select();
  } else keepSignInDraft({ email: field.value });
}

/** Fetches the next page while the server answers, and the checkout that often follows the cart. */
function prefetchWayBack(): void {
  if (document.documentElement.dataset['sparing'] !== undefined) return;
  const next = signInReturnPath();
  for (const href of next === paths.cart ? [next, paths.placeOrder] : [next]) {
    document.head.append(
      Object.assign(document.createElement('link'), { rel: 'prefetch', as: 'document', href }),
    );
  }
}
