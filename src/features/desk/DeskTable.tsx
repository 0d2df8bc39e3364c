import type { ReactNode } from 'react';

interface Props {
  columns: readonly string[];
  /** The rows. */
  children: ReactNode;
}

/** A table with a heading for each column. */
export function DeskTable({ columns, children }: Props) {
  return (
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
  );
}

/**
 * A table that may be wider than a phone, and then scrolls by itself.
 * @param name for screen readers
 */
export function WideTable({ name, ...table }: Props & { name: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a table wider than a phone is scrolled with the keyboard
    <div className="overflow-x-auto whitespace-nowrap" tabIndex={0} role="region" aria-label={name}>
      <DeskTable {...table} />
    </div>
  );
}
