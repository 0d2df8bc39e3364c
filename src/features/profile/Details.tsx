import { useStore } from '@nanostores/react';
import { type SubmitEvent, useEffect, useRef } from 'react';
import { BusyButton } from '../../components/ui/BusyButton.tsx';
import { FormField } from '../../components/shop/FormField.tsx';
import { PhoneInput } from '../../components/shop/PhoneInput.tsx';
import { day } from '../../components/shop/date-formats.ts';
import { Problem } from '../../components/shop/Problem.tsx';
import { profileMessages } from '../../contract/messages/account.ts';
import type { WireUser } from '../../contract/calls/user.ts';
import { lengthLimits } from '../../domain/text-limits.ts';
import { genders } from '../../domain/user.ts';
import {
  $profile,
  $profileForm,
  $profileProblem,
  cancelProfile,
  editProfile,
  loadProfile,
  type ProfileField,
  type ProfileForm,
  saveProfile,
  typeProfile,
} from '../../stores/account/profile.ts';
import { ConfirmOwnEmail } from './ConfirmOwnEmail.tsx';
import { Loading } from './Loading.tsx';
import { OwnData } from './OwnData.tsx';
import { formatPhone } from '../../domain/phone.ts';

/** The Profile tab: read-only until Edit. */
export function Details() {
  const user = useStore($profile);
  const problem = useStore($profileProblem);
  return (
    <>
      <h2 className="profile-title display">Personal details</h2>
      <Problem text={problem} onRetry={loadProfile} />
      {user?.emailConfirmed === false && <ConfirmOwnEmail />}
      {user ? <DetailsForm user={user} /> : problem === null && <Loading rows={5} />}
      <OwnData hasPassword={user?.hasPassword ?? true} />
    </>
  );
}

function DetailsForm({ user }: { user: WireUser }) {
  const form = useStore($profileForm);
  const { isEditing, isSaving, message, markings } = form;
  const element = useRef<HTMLFormElement>(null);
  const edit = useRef<HTMLButtonElement>(null);
  /** Set by a button that removes itself. */
  const takesFocus = useRef(false);

  useEffect(() => {
    if (!takesFocus.current) return;
    takesFocus.current = false;
    if (isEditing) element.current?.querySelector('input')?.focus();
    else edit.current?.focus();
  }, [isEditing]);
  useEffect(() => {
    if (markings > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [markings]);

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isEditing) return;
    const date = event.currentTarget.querySelector<HTMLInputElement>('input[type="date"]');
    takesFocus.current = true;
    void saveProfile(date?.validity.badInput);
  };

  return (
    <form
      ref={element}
      method="post"
      noValidate
      onSubmit={submit}
      className="profile-form flex flex-col gap-6"
      data-editing={isEditing}
      aria-busy={isSaving}
    >
      <div className="grid gap-5 md:grid-cols-2">
        <TextField form={form} field="name" label="Full Name" autoComplete="name" />
        <TextField
          form={form}
          field="email"
          label="Email Address"
          type="email"
          autoComplete="email"
          hint={user.pendingEmail ? profileMessages.waiting(user.pendingEmail) : undefined}
        />
        <PhoneField form={form} />
        <BirthdayField form={form} />
        <GenderField form={form} />
      </div>
      <dl className="profile-dates">
        <div>
          <dt>Member Since</dt>
          <dd>
            <time dateTime={new Date(user.createdAt).toISOString()}>{day.format(user.createdAt)}</time>
          </dd>
        </div>
        <div>
          <dt>Last Updated</dt>
          <dd>
            <time dateTime={new Date(user.updatedAt).toISOString()}>{day.format(user.updatedAt)}</time>
          </dd>
        </div>
      </dl>
      <p className="field-error empty:hidden">{message}</p>
      <div className="flex flex-wrap gap-3">
        {isEditing ? (
          <>
            <BusyButton type="submit" className="btn btn-primary max-xs:w-full" isBusy={isSaving}>
              Save Changes
            </BusyButton>
            <button
              type="button"
              className="btn btn-secondary max-xs:w-full"
              onClick={() => {
                takesFocus.current = true;
                cancelProfile();
              }}
            >
              Cancel
            </button>
          </>
        ) : (
          <button
            key="edit"
            ref={edit}
            type="button"
            className="btn btn-primary max-xs:w-full"
            onClick={() => {
              takesFocus.current = true;
              editProfile();
            }}
          >
            Edit
          </button>
        )}
      </div>
    </form>
  );
}

interface FieldProps {
  form: ProfileForm;
  field: ProfileField;
  label: string;
  hint?: string | undefined;
  isRequired?: boolean;
}

interface TextFieldProps extends FieldProps {
  field: 'name' | 'email';
  type?: 'text' | 'email';
  autoComplete: string;
}

function TextField({ form, field, label, hint, type = 'text', autoComplete }: TextFieldProps) {
  if (!form.isEditing)
    return <Shown form={form} field={field} label={label} hint={hint} text={form.values[field]} />;
  return (
    <FormField
      id={idOf(field)}
      name={field}
      label={label}
      hint={hint}
      error={form.problems[field]}
      room={{ text: form.values[field], most: lengthLimits[field] }}
    >
      {(attributes) => (
        <input
          {...attributes}
          type={type}
          inputMode={type}
          autoComplete={autoComplete}
          autoCapitalize={field === 'name' ? 'words' : 'none'}
          enterKeyHint="next"
          spellCheck={false}
          className="field-input"
          value={form.values[field]}
          onChange={(event) => typeProfile(field, event.target.value)}
        />
      )}
    </FormField>
  );
}

function PhoneField({ form }: { form: ProfileForm }) {
  const field = 'phone';
  const label = 'Phone Number';
  if (!form.isEditing)
    return <Shown form={form} field={field} label={label} text={formatPhone(form.values.phone)} />;
  return (
    <FormField id={idOf(field)} name={field} label={label} error={form.problems[field]} isRequired={false}>
      {(attributes) => (
        <PhoneInput
          attributes={attributes}
          phone={form.values.phone}
          enterKeyHint="next"
          onEdit={(text) => typeProfile(field, text)}
        />
      )}
    </FormField>
  );
}

function BirthdayField({ form }: { form: ProfileForm }) {
  const field = 'dateOfBirth';
  const label = 'Date of Birth';
  const { dateOfBirth } = form.values;
  if (!form.isEditing) {
    const text = dateOfBirth === '' ? '' : day.format(Date.parse(`${dateOfBirth}T12:00:00Z`));
    return <Shown form={form} field={field} label={label} text={text} />;
  }
  const today = new Date().toISOString().slice(0, 10);
  return (
    <FormField id={idOf(field)} name={field} label={label} error={form.problems[field]} isRequired={false}>
      {(attributes) => (
        <input
          {...attributes}
          type="date"
          max={today}
          autoComplete="bday"
          enterKeyHint="next"
          className="field-input"
          value={dateOfBirth}
          onChange={(event) => typeProfile(field, event.target.value)}
        />
      )}
    </FormField>
  );
}

function GenderField({ form }: { form: ProfileForm }) {
  const field = 'gender';
  const label = 'Gender';
  const { gender } = form.values;
  if (!form.isEditing) {
    const text = gender === '' ? '' : profileMessages.genders[gender];
    return <Shown form={form} field={field} label={label} text={text} />;
  }
  return (
    <FormField id={idOf(field)} name={field} label={label} error={form.problems[field]} isRequired={false}>
      {(attributes) => (
        <select
          {...attributes}
          autoComplete="sex"
          className="field-input"
          value={gender}
          onChange={(event) => typeProfile(field, event.target.value)}
        >
          {genders.map((choice) => (
            <option key={choice} value={choice}>
              {profileMessages.genders[choice]}
            </option>
          ))}
        </select>
      )}
    </FormField>
  );
}

/** A field in read-only state: its value, formatted for people. */
function Shown({ field, label, hint, text }: FieldProps & { text: string }) {
  return (
    <FormField id={idOf(field)} name={field} label={label} hint={hint} error={undefined} isRequired={false}>
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          className="field-input"
          value={text}
          placeholder={profileMessages.notGiven}
          readOnly
        />
      )}
    </FormField>
  );
}

function idOf(field: ProfileField): string {
  return `profile-${field}`;
}
