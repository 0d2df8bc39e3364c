import { paths } from '../../src/contract/paths.ts';
import { formatPrice } from '../../src/domain/money.ts';
import { ONE_SIZE, type Product } from '../../src/domain/product.ts';
import { brand } from '../../src/domain/config.ts';
import { oneLine } from '../../src/domain/text-limits.ts';
import type { EmailMessage } from './email-parts.ts';
import { button, frame, heading, jpegAddress, paragraph, picture, textFrame } from './html.ts';

/** Twice the width of a picture in an email, for high-density screens. */
const PICTURE_WIDTH_PX = 960;

type Restocked = Pick<Product, 'id' | 'name' | 'pricePaise' | 'pictures'>;

/** To a shopper who waited for this size. @param siteUrl the shop's public URL, without a slash at the end */
export function backInStockEmail(product: Restocked, size: string, siteUrl: string): EmailMessage {
  const name = oneLine(product.name);
  const news = size === ONE_SIZE ? `${name} is back` : `${name} is back in size ${size}`;
  const price = `Price: ${formatPrice(product.pricePaise)}, inclusive of all taxes`;
  const hint = 'We cannot reserve one for you, so please order soon.';
  const why =
    `You get this email because you asked ${brand.name} to tell you when this is back. ` +
    'Your request is now closed: you will not get another email about it.';
  const link = siteUrl + paths.product(product.id);
  const [front] = product.pictures;
  return {
    subject: news,
    text: textFrame([`Good news: ${news}.`, `${price}.`, hint, `See it here: ${link}`], why),
    html: frame({
      title: news,
      preview: price,
      rows: [
        heading(news),
        ...(front
          ? [picture(jpegAddress(front.src, PICTURE_WIDTH_PX, siteUrl), oneLine(front.alt), link)]
          : []),
        paragraph(`${price}.`),
        paragraph(hint),
        button('See it in the shop', link),
      ],
      why,
    }),
  };
}
