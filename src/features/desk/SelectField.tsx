import type { ReactNode } from 'react';

interface Props {
  label: string;
  value: string | number | undefined;
  change: (value: string) => void;
  /** The options. */
  children: ReactNode;
  className?: string;
}

/** A choice with its label. */
export function SelectField({ label, value, change, children, className = '' }: Props) {
  return (
    <label className={`field ${className}`}>
      <span className="field-label">{label}</span>
      <select className="field-input" value={value} onChange={({ target }) => change(target.value)}>
        {children}
      </select>
    </label>
  );
}
