import { useStore } from '@nanostores/react';
import { type ReactNode, type SubmitEvent, useEffect, useRef } from 'react';
import { BusyButton } from '../../components/ui/BusyButton.tsx';
import { CityInput } from '../../components/shop/CityInput.tsx';
import { type ControlAttributes, FormField } from '../../components/shop/FormField.tsx';
import { PhoneInput } from '../../components/shop/PhoneInput.tsx';
import { StateInput } from '../../components/shop/StateInput.tsx';
import { addressMessages } from '../../contract/messages/address.ts';
import {
  $addressForm,
  type AddressField,
  chooseDefault,
  closeAddressForm,
  blurAddressField,
  NEW,
  submitAddress,
  typeAddress,
} from '../../stores/address/address-form.ts';
import { isLimited, lengthLimits } from '../../domain/text-limits.ts';
import { $hintPins, pinHint } from '../../stores/address/pins.ts';
import { stateSourceOf, suggestionsFor } from '../../stores/address/address-fields.ts';

export function AddressForm() {
  const { open, isSaving, values, message, markings } = useStore($addressForm);
  const form = useRef<HTMLFormElement>(null);
  const source = stateSourceOf(values.city);
  const hint = pinHint(useStore($hintPins), values);

  useEffect(() => {
    form.current?.querySelector('input')?.focus();
  }, []);
  useEffect(() => {
    if (markings > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [markings]);

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    void submitAddress();
  };
  return (
    <form
      ref={form}
      method="post"
      noValidate
      onSubmit={submit}
      className="panel mb-8 flex flex-col gap-5 py-6 md:px-6"
      aria-labelledby="address-form-title"
      aria-busy={isSaving}
    >
      <h3 id="address-form-title" className="display text-3xl">
        {open === NEW ? 'Add New Address' : 'Edit Address'}
      </h3>
      <Text field="label" label="Label (optional)" hint="Such as Home or Work" autoComplete="off" />
      <Text field="address" label="Street address" autoComplete="address-line1" />
      <div className="grid gap-5 md:grid-cols-2">
        <Text
          field="zipcode"
          label="PIN code"
          hint={hint}
          inputMode="numeric"
          autoComplete="postal-code"
          className="tabular-nums"
        />
        <Field field="city" label="City">
          {(attributes) => (
            <CityInput
              attributes={attributes}
              city={values.city}
              suggestions={suggestionsFor(values.city)}
              onEdit={(text) => typeAddress('city', text)}
              onLeave={() => blurAddressField('city')}
            />
          )}
        </Field>
        <Field
          field="state"
          label="State"
          hint={source === 'none' ? addressMessages.stateFilledIn : undefined}
        >
          {(attributes) => (
            <StateInput
              attributes={attributes}
              state={values.state}
              source={source}
              onEdit={(state) => typeAddress('state', state)}
              onLeave={() => blurAddressField('state')}
            />
          )}
        </Field>
        <Field field="country" label="Country">
          {(attributes) => (
            <input {...attributes} type="text" className="field-input" value={values.country} readOnly />
          )}
        </Field>
      </div>
      <Field field="phone" label="Phone">
        {(attributes) => (
          <PhoneInput
            attributes={attributes}
            phone={values.phone}
            onEdit={(text) => typeAddress('phone', text)}
            onLeave={() => blurAddressField('phone')}
          />
        )}
      </Field>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="accent-ink size-5 flex-none"
          checked={values.isDefault}
          onChange={(event) => chooseDefault(event.target.checked)}
        />
        {addressMessages.makeDefault}
      </label>
      <p className="field-error empty:hidden">{message}</p>
      <div className="flex flex-wrap gap-3">
        <BusyButton type="submit" className="btn btn-primary max-xs:w-full" isBusy={isSaving}>
          {open === NEW ? 'Save Address' : 'Save Changes'}
        </BusyButton>
        <button type="button" className="btn btn-secondary max-xs:w-full" onClick={closeAddressForm}>
          Cancel
        </button>
      </div>
    </form>
  );
}

interface FieldProps {
  field: AddressField;
  label: string;
  hint?: string | undefined;
}

function Field({
  field,
  label,
  hint,
  children,
}: FieldProps & { children: (attributes: ControlAttributes) => ReactNode }) {
  const { problems, values } = useStore($addressForm);
  const limit = field === 'address' ? 'street' : field;
  return (
    <FormField
      id={`address-${field}`}
      name={field}
      label={label}
      hint={hint}
      error={problems[field]}
      room={isLimited(limit) ? { text: values[field], most: lengthLimits[limit] } : undefined}
      isRequired={field !== 'label'}
    >
      {children}
    </FormField>
  );
}

interface TextProps extends FieldProps {
  field: 'label' | 'address' | 'zipcode';
  inputMode?: 'numeric';
  autoComplete: string;
  className?: string;
}

function Text({ field, label, hint, className = '', ...input }: TextProps) {
  const { values } = useStore($addressForm);
  return (
    <Field field={field} label={label} hint={hint}>
      {(attributes) => (
        <input
          type="text"
          enterKeyHint="next"
          {...input}
          {...attributes}
          className={`field-input ${className}`}
          value={values[field]}
          onChange={(event) => typeAddress(field, event.target.value)}
          onBlur={() => blurAddressField(field)}
        />
      )}
    </Field>
  );
}
