import { useStore } from '@nanostores/react';
import { CityInput } from '../../components/shop/CityInput.tsx';
import { PhoneInput } from '../../components/shop/PhoneInput.tsx';
import { StateInput } from '../../components/shop/StateInput.tsx';
import { addressMessages } from '../../contract/messages/address.ts';
import type { City } from '../../domain/address.ts';
import { shop } from '../../domain/config.ts';
import {
  $citySuggestions,
  $delivery,
  $pinHint,
  $stateSource,
  editDelivery,
  blurDeliveryField,
} from '../../stores/checkout/delivery.ts';
import type { StateSource } from '../../stores/address/address-fields.ts';
import { DeliveryInput } from './DeliveryInput.tsx';
import { FieldFrame } from './FieldFrame.tsx';
import { SaveAddress, SavedAddresses } from './SavedAddresses.tsx';

/** The delivery address, field by field. */
export function DeliveryForm() {
  const pinHint = useStore($pinHint, { ssr: () => undefined });
  return (
    <fieldset className="flex min-w-0 flex-col gap-5">
      <legend className="display pb-5 text-3xl">Delivery</legend>
      <div className="grid gap-5 md:grid-cols-2">
        <DeliveryInput
          field="firstName"
          label="First name"
          autoComplete="given-name"
          autoCapitalize="words"
        />
        <DeliveryInput field="lastName" label="Last name" autoComplete="family-name" autoCapitalize="words" />
      </div>
      <DeliveryInput field="email" label="Email" type="email" inputMode="email" autoComplete="email" />
      <SavedAddresses />
      <DeliveryInput field="street" label="House number and street" autoComplete="address-line1" />
      <div className="grid gap-5 md:grid-cols-2">
        <DeliveryInput
          field="zipcode"
          label="PIN code"
          hint={pinHint}
          inputMode="numeric"
          autoComplete="postal-code"
          className="tabular-nums"
        />
        <CityField />
        <StateField />
        <FieldFrame field="country" label="Country">
          {(attributes) => (
            <input {...attributes} type="text" className="field-input" value={shop.country} readOnly />
          )}
        </FieldFrame>
      </div>
      <PhoneField />
      <SaveAddress />
    </fieldset>
  );
}

const noCities: readonly City[] = [];

function CityField() {
  const { city } = useStore($delivery, { ssr: 'initial' });
  const suggestions = useStore($citySuggestions, { ssr: () => noCities });
  return (
    <FieldFrame field="city" label="City, town or village">
      {(attributes) => (
        <CityInput
          attributes={attributes}
          city={city}
          suggestions={suggestions}
          onEdit={(text) => editDelivery('city', text)}
          onLeave={() => blurDeliveryField('city')}
        />
      )}
    </FieldFrame>
  );
}

function StateField() {
  const { state } = useStore($delivery, { ssr: 'initial' });
  const source = useStore($stateSource, { ssr: (): StateSource => 'none' });
  return (
    <FieldFrame
      field="state"
      label="State"
      hint={source === 'choice' ? addressMessages.stateByChoice : addressMessages.stateFilledIn}
    >
      {(attributes) => (
        <StateInput
          attributes={attributes}
          state={state}
          source={source}
          onEdit={(name) => editDelivery('state', name)}
          onLeave={() => blurDeliveryField('state')}
        />
      )}
    </FieldFrame>
  );
}

function PhoneField() {
  const { phone } = useStore($delivery, { ssr: 'initial' });
  return (
    <FieldFrame field="phone" label="Phone">
      {(attributes) => (
        <PhoneInput
          attributes={attributes}
          phone={phone}
          onEdit={(text) => editDelivery('phone', text)}
          onLeave={() => blurDeliveryField('phone')}
        />
      )}
    </FieldFrame>
  );
}
