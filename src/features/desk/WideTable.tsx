import type { ReactNode } from 'react';

interface Props {
  /** For screen readers. */
  name: string;
  columns: readonly string[];
  /** The rows. */
  children: ReactNode;
}

/** A table that may be wider than a phone, and then scrolls by itself. */
export function WideTable({ name, columns, children }: Props) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than a phone is scrolled with the keyboard
    <div className="desk-wide" tabIndex={0} role="region" aria-label={name}>
      <table className="desk-table">
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}
