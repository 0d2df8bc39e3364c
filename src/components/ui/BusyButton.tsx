import type { ComponentProps } from 'react';

interface Props extends ComponentProps<'button'> {
  /** What it was pressed for is under way. */
  isBusy: boolean;
}

/**
 * A button whose work takes a while. Meanwhile it is not `disabled`, because the button that was pressed would lose the
 * keyboard's focus; whoever does the work does it once.
 */
export function BusyButton({ isBusy, ...button }: Props) {
  return <button type="button" aria-disabled={isBusy} aria-busy={isBusy} {...button} />;
}
