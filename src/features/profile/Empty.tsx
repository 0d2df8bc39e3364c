import type { ReactNode } from 'react';

/** Nothing is there yet, and perhaps a way to change that. */
export function Empty({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div className="border-ink flex flex-col items-start gap-6 border-t py-10">
      <p className="text-xl">{text}</p>
      {children}
    </div>
  );
}
