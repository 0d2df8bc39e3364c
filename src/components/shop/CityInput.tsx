import { type KeyboardEvent, useEffect, useState } from 'react';
import type { City } from '../../domain/address.ts';
import type { ControlAttributes } from './FormField.tsx';

const NOBODY = -1;

interface Props {
  attributes: ControlAttributes;
  city: string;
  suggestions: readonly City[];
  onEdit: (text: string) => void;
  onLeave: () => void;
}

/**
 * The city, with up to five suggestions: an ARIA combobox that also accepts free text, so that any village can be
 * typed.
 */
export function CityInput({ attributes, city, suggestions, onEdit, onLeave }: Props) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(NOBODY);
  const isShown = isOpen && suggestions.length > 0;
  const chosen = isShown ? suggestions[active] : undefined;
  const listId = `${attributes.id}-list`;
  const optionId = (index: number) => `${listId}-${index}`;

  // Offers suggestions for text that was typed before this code arrived.
  useEffect(() => {
    if (document.activeElement?.id === attributes.id) setOpen(true);
  }, [attributes.id]);

  const close = () => {
    setOpen(false);
    setActive(NOBODY);
  };
  const choose = (suggestion: City) => {
    onEdit(suggestion.city);
    close();
  };
  const move = (step: number) => {
    setOpen(true);
    // Cycles through the suggestions and the typed text.
    const places = suggestions.length + 1;
    setActive(((active + 1 + step + places) % places) - 1);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      if (suggestions.length === 0) return;
      event.preventDefault();
      move(event.key === 'ArrowDown' ? 1 : -1);
    } else if (event.key === 'Enter' && chosen) {
      event.preventDefault();
      choose(chosen);
    } else if (event.key === 'Escape' && isShown) {
      event.preventDefault();
      close();
    }
  };

  return (
    <div className="relative">
      <input
        {...attributes}
        className="field-input"
        type="text"
        role="combobox"
        aria-autocomplete="list"
        aria-expanded={isShown}
        aria-controls={listId}
        aria-activedescendant={chosen && optionId(active)}
        autoComplete="address-level2"
        autoCorrect="off"
        enterKeyHint="next"
        value={city}
        onChange={(event) => {
          onEdit(event.target.value);
          setOpen(true);
          setActive(NOBODY);
        }}
        onKeyDown={handleKey}
        onBlur={() => {
          close();
          onLeave();
        }}
      />
      <div
        id={listId}
        role="listbox"
        tabIndex={-1}
        aria-label="Cities"
        hidden={!isShown}
        className="border-ink bg-surface absolute inset-x-0 top-full z-20 border border-t-0"
      >
        {suggestions.map((suggestion, index) => (
          <button
            key={`${suggestion.city}, ${suggestion.state}`}
            id={optionId(index)}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="hover:bg-sunken aria-selected:bg-ink aria-selected:text-paper flex min-h-11 w-full items-center justify-between gap-4 px-3 py-2 text-left"
            // Keeps the focus in the field, so that the list is still open when the finger lifts.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(suggestion)}
          >
            <span>{suggestion.city}</span>
            <span className="text-sm">{suggestion.state}</span>
          </button>
        ))}
      </div>
    </div>
  );
}
