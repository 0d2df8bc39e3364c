import { paths } from '../../src/contract/paths.ts';
import { brand } from '../../src/domain/config.ts';
import { buttonPart, composeEmail, type EmailMessage } from './email-parts.ts';

/** The launch announcement to the waitlist. @param siteUrl the shop's public URL, without a slash at the end */
export function launchEmail(siteUrl: string): EmailMessage {
  return composeEmail({
    subject: `${brand.name} is open`,
    preview: 'You asked us to tell you when the site is live.',
    parts: [
      'You asked us to tell you when the site is live. It is: you can shop the whole collection now, with cash on delivery across India.',
      'We make small drops: the earlier you shop, the more sizes you will find.',
      buttonPart('See the collection', siteUrl + paths.collection),
    ],
    why:
      `You get this email because you joined the waitlist of ${brand.name} with this address. It is the only one: you are now ` +
      'off the waitlist, and we send you nothing else unless you ask for it.',
  });
}
