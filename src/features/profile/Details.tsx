import { useStore } from '@nanostores/react';
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { BusyButton } from '../../components/ui/BusyButton.tsx';
import { type ControlAttributes, FormField } from '../../components/shop/FormField.tsx';
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
      <dl className="flex flex-wrap gap-x-12 gap-y-2 text-[0.875rem]">
        <Day name="Member Since" at={user.createdAt} />
        <Day name="Last Updated" at={user.updatedAt} />
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

/** @param at in ms */
function Day({ name, at }: { name: string; at: number }) {
  return (
    <div className="flex gap-2">
      <dt className="text-muted">{name}</dt>
      <dd>
        <time dateTime={new Date(at).toISOString()}>{day.format(at)}</time>
      </dd>
    </div>
  );
}

interface TextFieldProps {
  form: ProfileForm;
  field: 'name' | 'email';
  label: string;
  hint?: string | undefined;
  type?: 'text' | 'email';
  autoComplete: string;
}

function TextField({ form, field, type = 'text', autoComplete, ...names }: TextFieldProps) {
  const text = form.values[field];
  return (
    <Field form={form} field={field} {...names} text={text} most={lengthLimits[field]} isRequired>
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
          value={text}
          onChange={(event) => typeProfile(field, event.target.value)}
        />
      )}
    </Field>
  );
}

function PhoneField({ form }: { form: ProfileForm }) {
  const { phone } = form.values;
  return (
    <Field form={form} field="phone" label="Phone Number" text={formatPhone(phone)}>
      {(attributes) => (
        <PhoneInput
          attributes={attributes}
          phone={phone}
          enterKeyHint="next"
          onEdit={(text) => typeProfile('phone', text)}
        />
      )}
    </Field>
  );
}

function BirthdayField({ form }: { form: ProfileForm }) {
  const { dateOfBirth } = form.values;
  const text = dateOfBirth === '' ? '' : day.format(Date.parse(`${dateOfBirth}T12:00:00Z`));
  return (
    <Field form={form} field="dateOfBirth" label="Date of Birth" text={text}>
      {(attributes) => (
        <input
          {...attributes}
          type="date"
          max={new Date().toISOString().slice(0, 10)}
          autoComplete="bday"
          enterKeyHint="next"
          className="field-input"
          value={dateOfBirth}
          onChange={(event) => typeProfile('dateOfBirth', event.target.value)}
        />
      )}
    </Field>
  );
}

function GenderField({ form }: { form: ProfileForm }) {
  const { gender } = form.values;
  const text = gender === '' ? '' : profileMessages.genders[gender];
  return (
    <Field form={form} field="gender" label="Gender" text={text}>
      {(attributes) => (
        <select
          {...attributes}
          autoComplete="sex"
          className="field-input"
          value={gender}
          onChange={(event) => typeProfile('gender', event.target.value)}
        >
          {genders.map((choice) => (
            <option key={choice} value={choice}>
              {profileMessages.genders[choice]}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface FieldProps {
  form: ProfileForm;
  field: ProfileField;
  label: string;
  hint?: string | undefined;
  /** The value, formatted for people. */
  text: string;
  /** The most characters. */
  most?: number;
  isRequired?: boolean;
  children: (attributes: ControlAttributes) => ReactNode;
}

/** A field: its value as long as the form is read-only, then its control. */
function Field({ form, field, label, hint, text, most, isRequired = false, children }: FieldProps) {
  const { isEditing, problems, values } = form;
  return (
    <FormField
      key={String(isEditing)}
      id={`profile-${field}`}
      name={field}
      label={label}
      hint={hint}
      error={isEditing ? problems[field] : undefined}
      isRequired={isEditing && isRequired}
      room={isEditing && most ? { text: values[field], most } : undefined}
    >
      {(attributes) =>
        isEditing ? (
          children(attributes)
        ) : (
          <input
            {...attributes}
            type="text"
            className="field-input"
            value={text}
            placeholder={profileMessages.notGiven}
            readOnly
          />
        )
      }
    </FormField>
  );
}
