import stateList from '../../content/states.json';
import type { StateSource } from '../../stores/address/address-fields.ts';
import type { ControlAttributes } from './FormField.tsx';

const states = [...stateList.states, ...stateList.unionTerritories];

interface Props {
  attributes: ControlAttributes;
  state: string;
  source: StateSource;
  onEdit: (state: string) => void;
  onLeave: () => void;
}

/** A known city sets its state; for any other place the shopper chooses it. */
export function StateInput({ attributes, state, source, onEdit, onLeave }: Props) {
  if (source !== 'choice') {
    return <input {...attributes} type="text" className="field-input" value={state} readOnly />;
  }
  return (
    <select
      {...attributes}
      className="field-input"
      autoComplete="address-level1"
      value={state}
      onChange={(event) => onEdit(event.target.value)}
      onBlur={onLeave}
    >
      <option value="">Choose a state</option>
      {states.map((name) => (
        <option key={name}>{name}</option>
      ))}
    </select>
  );
}
