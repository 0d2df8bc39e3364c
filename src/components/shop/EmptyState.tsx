import type { ReactNode, Ref } from 'react';
import { Drawing, type DrawingName } from '../ui/Drawing.tsx';

interface Props {
  drawing: DrawingName;
  text: string;
  /** A way on: a link or a button. */
  children?: ReactNode;
  /** For where the keyboard goes on from here. */
  ref?: Ref<HTMLDivElement>;
}

/** Nothing is there yet: said large, drawn, and with a way to change that. */
export function EmptyState({ drawing, text, children, ref }: Props) {
  return (
    <div ref={ref} tabIndex={ref ? -1 : undefined} className="empty">
      <Drawing name={drawing} />
      <div className="empty-words">
        <p className="display text-title">{text}</p>
        {children}
      </div>
    </div>
  );
}
