import { useState } from 'react';
import { authMessages } from '../../contract/messages/account.ts';
import { AccountField } from './AccountField.tsx';

interface Props {
  form: string;
  label?: string;
  /** A new password: its rule is shown, and password managers offer to create one. */
  isNew: boolean;
  problem: string | undefined;
  onEdit: () => void;
}

export function PasswordField({ form, label = 'Password', isNew, problem, onEdit }: Props) {
  const [isShown, setShown] = useState(false);
  return (
    <AccountField
      form={form}
      name="password"
      label={label}
      type={isShown ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      enterKeyHint="go"
      className="pr-20"
      hint={isNew ? authMessages.passwordLength : undefined}
      problem={problem}
      onEdit={onEdit}
    >
      <button
        type="button"
        className="eyebrow absolute inset-y-0 right-0 min-w-16 px-3"
        onClick={() => setShown(!isShown)}
      >
        {isShown ? 'Hide' : 'Show'}
        <span className="visually-hidden"> password</span>
      </button>
    </AccountField>
  );
}
