import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
  isBusy: boolean;
}

/**
 * A button with a slow action. It is not `disabled` meanwhile, because it would lose the focus; the caller prevents a
 * second run.
 */
export function BusyButton({ isBusy, ...button }: Props) {
  return <button type="button" aria-disabled={isBusy} aria-busy={isBusy} {...button} />;
}
