import type { ReactNode } from 'react';

interface Props {
  title: string;
  /** The id of the heading. With it, the part is a region of the page to screen readers. */
  id?: string;
  children: ReactNode;
}

/** A part of a screen with its heading. */
export function DeskPart({ title, id, children }: Props) {
  return (
    <section className="flex flex-col gap-2" aria-labelledby={id}>
      <h2 id={id} className="display text-2xl">
        {title}
      </h2>
      {children}
    </section>
  );
}
