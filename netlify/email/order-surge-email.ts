import { type Pace, usualPace } from '../../src/domain/order-surge.ts';
import { brand } from '../../src/domain/config.ts';
import { composeEmail, type EmailMessage } from './email-parts.ts';

/**
 * To the owner, when orders arrive much faster than usual.
 * @param isRefusing they have reached a limit of the whole shop, so the shop refuses further ones
 */
export function orderSurgeEmail(pace: Pace, isRefusing: boolean): EmailMessage {
  const usual = usualPace(pace);
  const usually = usual < 1 ? 'fewer than one' : `about ${Math.round(usual)}`;
  return composeEmail({
    subject: isRefusing
      ? `Orders are refused at ${brand.name}`
      : `${pace.lastHour} orders in one hour at ${brand.name}`,
    preview: isRefusing ? 'New shoppers have reached a limit.' : `Usually there are ${usually}.`,
    parts: [
      ...(isRefusing
        ? [
            'Orders of new shoppers that are not paid yet hold as many pieces as the shop allows. It refuses more of them until some are paid or end; other shoppers can order.',
          ]
        : []),
      `In the last hour ${pace.lastHour} orders came in. Usually there are ${usually} in an hour.`,
      'Look at them with “npm run shop -- orders list”. A successful campaign brings many different people.',
      'You can cancel orders that nobody intends to pay for together; their pieces go back on sale: “npm run shop -- orders cancel-list --help”.',
      'You will get no further email about this until it stops and starts again.',
    ],
    why: `You get this email because ${brand.name} is yours (OWNER_EMAIL).`,
  });
}
