import { useStore } from '@nanostores/react';
import { CityInput } from '../../components/shop/CityInput.tsx';
import type { City } from '../../domain/address.ts';
import {
  $citySuggestions,
  $delivery,
  editDelivery,
  blurDeliveryField,
} from '../../stores/checkout/delivery.ts';
import { FieldFrame } from './FieldFrame.tsx';

const noCities: readonly City[] = [];

export function CityField() {
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
