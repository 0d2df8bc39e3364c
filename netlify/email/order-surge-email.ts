import { type Pace, usualOf } from '../../src/domain/order-surge.ts';
import { brand } from '../../src/domain/config.ts';
import { letterOf, said } from './email-parts.ts';
import type { Letter } from './back-in-stock-email.ts';

/** To the owner, when orders come much faster than usual. */
export function rushLetter(pace: Pace): Letter {
  const usual = usualOf(pace);
  const usually = usual < 1 ? 'fewer than one' : `about ${Math.round(usual)}`;
  return letterOf({
    subject: `${pace.lastHour} orders in one hour at ${brand.name}`,
    preview: `Usually there are ${usually}.`,
    parts: [
      said(`In the last hour ${pace.lastHour} orders came in. Usually there are ${usually} in an hour.`),
      said(
        'Look at them with “npm run shop -- orders list”: a campaign that works brings many different people.',
      ),
      said(
        'Orders that nobody means to pay for can be cancelled together, and their pieces go back on sale: “npm run shop -- orders cancel-list --help”.',
      ),
      said('You will get no further email about this until it stops and starts again.'),
    ],
    why: `You get this email because ${brand.name} is yours (OWNER_EMAIL).`,
  });
}
