import type { ReactNode, Ref } from 'react';
import { Drawing, type DrawingName } from '../ui/Drawing.tsx';

interface Props {
  drawing: DrawingName;
  text: string;
  /** A link or a button. */
  children?: ReactNode;
  /** So that the keyboard focus can move here. */
  ref?: Ref<HTMLDivElement>;
  /** `alert` if it is the news of a failure. */
  role?: 'alert';
}

/** An empty state: a large text, a drawing, and a way to change it. */
export function EmptyState({ drawing, text, children, ref, role }: Props) {
  return (
    <div ref={ref} role={role} tabIndex={ref ? -1 : undefined} className="empty">
      <Drawing name={drawing} />
      <div className="empty-words">
        <p className="display text-title">{text}</p>
        {children}
      </div>
    </div>
  );
}
