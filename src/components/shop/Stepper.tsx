interface Props {
  quantity: number;
  /** What is counted, for those who hear the page. */
  of: string;
}

/** Minus never goes below 1; where plus ends is the store's to say. cart-lines.ts carries out its taps. */
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
        // Not `disabled`: the button that has just reached its end would lose the keyboard's focus.
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
