import { paths } from '../../src/contract/paths.ts';
import { brand } from '../../src/domain/shop.ts';
import { button, frame, heading, paragraph, textFrame } from './frame.ts';
import type { Letter } from './letters.ts';

/** To everyone on the waitlist, when the shop opens. @param siteUrl the shop's public address, without a slash at the end */
export function openingLetter(siteUrl: string): Letter {
  const subject = `${brand.name} is open`;
  const news =
    'You asked us to tell you when the site is live. It is: the whole collection is there, with cash on delivery across India.';
  const hint = 'We make small drops, so the first ones here have the most sizes to choose from.';
  const why =
    `You get this letter because this e-mail joined the waitlist of ${brand.name}. It is the only one: your e-mail is now ` +
    'taken off the waitlist, and we send you nothing else unless you ask for it.';
  const link = siteUrl + paths.collection;
  return {
    subject,
    text: textFrame([`${subject}.`, news, hint, `See the collection: ${link}`], why),
    html: frame({
      title: subject,
      preview: 'You asked us to tell you when the site is live.',
      rows: [heading(subject), paragraph(news), paragraph(hint), button('See the collection', link)],
      why,
    }),
  };
}
