/** A text with hyphens and digits: a discount code, a tracking number, an invoice's number. */
const CODE = /((?=\S*\d)[^\s,]*[^\s,.][-/][^\s,]*[^\s,.])/u;

/** A sentence whose codes never break inside, unless one is longer than the line. */
export function UnbrokenCodes({ text }: { text: string }) {
  return text.split(CODE).map((part, place) =>
    place % 2 === 0 ? (
      part
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence have no other name
      <span key={place} className="inline-block max-w-full wrap-anywhere">
        {part}
      </span>
    ),
  );
}
