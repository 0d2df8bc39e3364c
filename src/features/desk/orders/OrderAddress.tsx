import { useState } from 'react';
import { deskOrderMessages as says } from '../../../contract/messages/desk-orders.ts';
import type { DeliveryAddress } from '../../../domain/address.ts';

/** The lines of an address as a label has them. */
function linesOf({ firstName, lastName, street, city, state, zipcode, country, phone }: DeliveryAddress) {
  return [
    `${firstName} ${lastName}`.trim(),
    street,
    `${city}, ${state} ${zipcode}`,
    country,
    phone === '' ? '' : `+${phone}`,
  ].filter((line) => line !== '');
}

/** Where the parcel goes: to copy, to call, to find, to write to. */
export function OrderAddress({ address }: { address: DeliveryAddress }) {
  const [isCopied, setCopied] = useState(false);
  const lines = linesOf(address);
  const { street, city, state, zipcode, phone, email } = address;
  const place = encodeURIComponent(`${street}, ${city}, ${state} ${zipcode}`);
  const copy = async () => {
    await navigator.clipboard.writeText(lines.join('\n'));
    setCopied(true);
  };
  return (
    <section aria-labelledby="desk-address">
      <h2 id="desk-address" className="desk-heading">
        {says.sections.address}
      </h2>
      {email === '' && <p className="text-muted">{says.forgotten}</p>}
      <address className="written not-italic select-text">
        {lines.map((line) => (
          <span key={line} className="block break-words">
            {line}
          </span>
        ))}
        {email !== '' && (
          <a
            className="inline-flex min-h-11 items-center wrap-anywhere underline underline-offset-[0.2em]"
            href={`mailto:${email}`}
          >
            {email}
          </a>
        )}
      </address>
      {email !== '' && (
        <div className="grid grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] gap-2 pt-3">
          <button type="button" className="btn btn-secondary" onClick={() => void copy()}>
            {isCopied ? says.copied : says.copy}
          </button>
          <a className="btn btn-secondary" href={`tel:+${phone}`}>
            {says.call}
          </a>
          <a
            className="btn btn-secondary"
            href={`https://wa.me/${phone}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            {says.whatsApp}
          </a>
          <a
            className="btn btn-secondary"
            href={`https://www.google.com/maps/search/?api=1&query=${place}`}
            target="_blank"
            rel="noopener noreferrer"
          >
            {says.map}
          </a>
        </div>
      )}
    </section>
  );
}
