interface Props {
  quantity: number;
  /** The name of the counted item, for screen readers. */
  of: string;
}

/** Minus stops at 1; the store decides the maximum. cart-lines.ts handles its taps. */
export function Stepper({ quantity, of }: Props) {
  return (
    <div
      role="group"
      aria-label={`Quantity of ${of}`}
      className="border-muted inline-flex items-center border"
    >
      <button
        type="button"
        className="icon-button aria-disabled:text-line"
        aria-label="One less"
        // Not `disabled`: a button that just reached its limit would lose the focus.
        aria-disabled={quantity <= 1}
        data-cart-tap="less"
      >
        <Bar shape="M5 12h14" />
      </button>
      <span className="min-w-8 text-center font-semibold tabular-nums" aria-live="polite">
        {quantity}
      </span>
      <button type="button" className="icon-button" aria-label="One more" data-cart-tap="more">
        <Bar shape="M12 5v14M5 12h14" />
      </button>
    </div>
  );
}

function Bar({ shape }: { shape: string }) {
  return (
    <svg
      className="size-5"
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d={shape} />
    </svg>
  );
}
