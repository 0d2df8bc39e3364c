/**
 * The floor: the lightest possible collection, product and cart pages. One HTML document with its styles, without script or
 * fonts, with AVIF pictures in the size that the phone shows.
 */
import { paths } from '../../../../src/contract/paths.ts';
import { formatListPrice } from '../../../../src/domain/money.ts';
import { type Product, sizesOf } from '../../../../src/domain/product.ts';
import { brand } from '../../../../src/domain/config.ts';

/** Half and full width of a phone screen of 412 px at 1.75. */
const CARD_PX = 360;
const PAGE_PX = 720;
/** Width divided by height of product pictures. */
const RATIO = 1.1;
/** Cards in view when the listing opens. */
const CARDS_IN_VIEW = 4;
const RELATED = 10;

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string) => text.replace(/[&<>"]/g, (sign) => signs[sign] ?? sign);

const style = [
  '*{box-sizing:border-box}body{margin:0;font:1rem/1.45 sans-serif;background:#f5f2eb;color:#1f1b16}',
  'header{display:flex;justify-content:space-between;padding:.8rem}main{padding:.5rem}a{color:inherit;text-decoration:none}',
  'img{display:block;width:100%;height:auto}ul{display:grid;grid-template-columns:1fr 1fr;gap:.5rem;margin:0;padding:0;list-style:none}',
  'h2{font-size:.9rem;margin:.4rem 0 0}.e{aspect-ratio:1/1.1}.e,img{background:#ece7dc}label,.s a{display:inline-block;padding:.7rem 1rem;border:1px solid}',
  'button{width:100%;padding:1rem;border:0;background:#1f1b16;color:#fff;font-size:1rem}.l img{width:6rem}',
].join('');

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en-IN"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>${escaped(title)}</title><link rel="icon" href="data:,"><style>${style}</style><header><a href="${paths.home}"><b>${brand.name}</b></a><a href="${paths.cart}">Cart</a></header><main>${body}</main><footer>© ${brand.company.legalName}</footer></html>`;
}

/** @returns the width and the catalogue file of a picture's address */
export function pictureOf(path: string): { widthPx: number; src: string } | undefined {
  const [, width, src] = /^\/i\/(\d+)(\/.+)\.avif$/.exec(path) ?? [];
  return width && src ? { widthPx: Number(width), src } : undefined;
}

function picture({ pictures: [front] }: Product, widthPx: number, isFirst: boolean): string {
  if (!front) return '';
  return `<img src="/i/${widthPx}${front.src}.avif" width="${widthPx}" height="${Math.round(widthPx * RATIO)}" alt="${escaped(front.alt)}"${isFirst ? ' fetchpriority="high"' : ''}>`;
}

const card = (product: Product, image: string) =>
  `<li><a href="${paths.product(product.id)}">${image || '<div class="e"></div>'}<h2>${escaped(product.name)}</h2>${formatListPrice(product.pricePaise)}</a>`;

export function collectionPage(products: readonly Product[]): string {
  const cards = products.map((product, index) =>
    card(product, index < CARDS_IN_VIEW ? picture(product, CARD_PX, index === 0) : ''),
  );
  return page(
    'The collection',
    `<h1>The collection</h1><p>${products.length} pieces<ul>${cards.join('')}</ul>`,
  );
}

export function productPage(product: Product, products: readonly Product[]): string {
  const sizes = sizesOf(product).map(
    (size) => `<label><input type="radio" name="size" value="${size}" required> ${size}</label> `,
  );
  const related = products.filter((one) => one !== product).slice(0, RELATED);
  return page(
    product.name,
    `${picture(product, PAGE_PX, true)}<h1>${escaped(product.name)}</h1><p>${formatListPrice(product.pricePaise)} inclusive of all taxes<form action="${paths.cart}"><p>${sizes.join('')}<p><button id="add">ADD TO CART</button></form><p>${escaped(product.description)}<ul>${related.map((one) => card(one, '')).join('')}</ul>`,
  );
}

/** The path of the cart with this number of pieces. */
export const cartPath = (quantity: number) => (quantity === 1 ? paths.cart : `${paths.cart}/${quantity}`);

export function cartPage(product: Product, quantity: number): string {
  const total = formatListPrice(product.pricePaise * quantity);
  return page(
    'Your cart',
    `<h1>Your cart</h1><div class="l">${picture(product, CARD_PX, true)}<h2>${escaped(product.name)}</h2><p>Size M<p class="s"><b id="quantity">${quantity}</b> <a id="more" href="${cartPath(quantity + 1)}">+</a></div><p>Total ${total}`,
  );
}
