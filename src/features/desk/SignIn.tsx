import { type FormEvent, useState } from 'react';
import { BusyButton } from '../../components/ui/BusyButton.tsx';
import { deskSignInMessages as says } from '../../contract/messages/desk.ts';
import {
  addPasskey,
  askForLink,
  enterByLink,
  type Me,
  provePasskey,
  signOut,
} from '../../stores/desk/staff-session.ts';
import { FailureText } from './ActionMessage.tsx';
import { useAction } from './use-action.ts';
import { useDraft } from './use-draft.ts';

/** The steps into the desk: a passkey; or an emailed link, and then the first passkey. */
export function SignIn({ me: { stage, email } }: { me: Me }) {
  const { isBusy, problem, run } = useAction();
  const step = {
    link: { title: says.linkTitle, intro: says.linkIntro, label: says.openLink, act: enterByLink },
    register: {
      title: says.registerTitle,
      intro: says.registerIntro(email),
      label: says.register,
      act: addPasskey,
    },
    passkey: {
      title: says.proveTitle,
      intro: says.proveIntro(email),
      label: says.withPasskey,
      act: provePasskey,
    },
    other: { title: says.title, intro: says.intro, label: says.withPasskey, act: provePasskey },
  }[stage === 'link' || stage === 'register' || stage === 'passkey' ? stage : 'other'];

  return (
    <section className="mx-auto flex w-full max-w-md flex-col gap-6 pt-6 md:pt-16">
      <h1 className="display text-title">{step.title}</h1>
      <p className="text-lg">{step.intro}</p>
      <BusyButton isBusy={isBusy} className="btn btn-primary" onClick={() => void run(step.act)}>
        {step.label}
      </BusyButton>
      <FailureText text={problem} />
      {stage === 'passkey' && <p className="text-muted">{says.lost}</p>}
      {(stage === 'passkey' || stage === 'register') && (
        <button type="button" className="btn btn-quiet self-start" onClick={() => void run(signOut)}>
          {says.other}
        </button>
      )}
      {stage === 'out' && <LinkForm />}
    </section>
  );
}

function LinkForm() {
  const { isBusy, problem, run } = useAction();
  const [email, type, saved] = useDraft('sign-in');
  const [isSent, setSent] = useState(false);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    setSent(false);
    if (await run(() => askForLink(email))) {
      setSent(true);
      saved();
    }
  };
  return (
    <form className="border-line flex flex-col gap-4 border-t pt-6" onSubmit={(event) => void send(event)}>
      <p>{says.first}</p>
      <div className="field">
        <label className="field-label" htmlFor="desk-email">
          {says.email}
        </label>
        <input
          id="desk-email"
          className="field-input"
          type="email"
          autoComplete="email"
          required
          value={email}
          onChange={({ target }) => type(target.value)}
          aria-invalid={problem !== null}
          aria-describedby="desk-email-note"
        />
      </div>
      <BusyButton type="submit" isBusy={isBusy} className="btn btn-secondary">
        {says.send}
      </BusyButton>
      <p id="desk-email-note" role="status" className={problem ? 'field-error' : ''}>
        {problem ?? (isSent ? says.sent : '')}
      </p>
    </form>
  );
}
