/** The pages of the floor: home, collection, product, cart and checkout, from the same catalogue as the shop's. */
import { collectionMessages } from '../../../../src/contract/messages/collection.ts';
import { orderMessages } from '../../../../src/contract/messages/order.ts';
import { paymentMessages } from '../../../../src/contract/messages/payment.ts';
import { promises } from '../../../../src/contract/messages/promises.ts';
import { paths } from '../../../../src/contract/paths.ts';
import { phoneCropPath, pictureAddress } from '../../../../src/contract/pictures.ts';
import { typePath } from '../../../../src/contract/type-path.ts';
import home from '../../../../src/content/home.json' with { type: 'json' };
import { catalogue } from '../../../../src/content/snapshot.ts';
import { filterProducts, noFilter, subCategories } from '../../../../src/domain/catalogue.ts';
import { totalsOf } from '../../../../src/domain/line-items.ts';
import { formatListPrice, formatPrice } from '../../../../src/domain/money.ts';
import {
  isReduced,
  isSoldOut,
  mrpPaise,
  offerBadge,
  type Picture,
  type Product,
  sizesOf,
} from '../../../../src/domain/product.ts';
import { relatedProducts } from '../../../../src/domain/related.ts';
import { brand, shop, trade } from '../../../../src/domain/shop.ts';
import { escaped, floorPage, type Fonts } from './frame.ts';

const LADDER = [240, 360, 480, 720, 960, 1200];
const CROP_LADDER = [480, 720, 960, 1280, 1600];
/** Where the form of a product page goes. */
export const ADD_PATH = '/cart/add';

const picture = (
  { src, alt }: Pick<Picture, 'src' | 'alt'>,
  sizes: string,
  isFirst = false,
  { ladder = LADDER, fallback = 480, ratio = 1.1, kind = '' } = {},
) =>
  `<img src="${escaped(pictureAddress(src, fallback))}" srcset="${ladder
    .map((width) => `${escaped(pictureAddress(src, width))} ${width}w`)
    .join(
      ',',
    )}" sizes="${sizes}" width="${fallback}" height="${Math.round(fallback * ratio)}" alt="${escaped(alt)}"${
    isFirst ? ' fetchpriority="high"' : ' loading="lazy"'
  }${kind && ` class="${kind}"`}>`;

const campaign = (src: string, alt: string, focus: string, isFirst = false) =>
  picture({ src: phoneCropPath(src, focus), alt }, '100vw', isFirst, {
    ladder: CROP_LADDER,
    fallback: 960,
    ratio: 4 / 5,
    kind: 'c',
  });

const price = (product: Product, format: (paise: number) => string) =>
  `${isReduced(product) && product.oldPricePaise !== null ? `<s>${formatPrice(product.oldPricePaise)}</s> ` : ''}<b>${format(product.pricePaise)}</b>`;

const badges = (product: Product) =>
  [
    isSoldOut(product, product.openingStock) && 'SOLD OUT',
    product.earlyOrder && 'EARLY ORDER',
    offerBadge(product),
  ]
    .filter((badge) => typeof badge === 'string')
    .map((badge) => `<small>${escaped(badge)}</small> `)
    .join('');

function card(product: Product, sizes: string, isFirst = false, quickView = false): string {
  const [front] = product.pictures;
  return `<li>${front ? picture(front, sizes, isFirst) : ''}<div>${badges(product)}${
    quickView ? `<small>QUICK VIEW</small>` : ''
  }<h3><a href="${paths.product(product.id)}">${escaped(product.name)}</a></h3>${price(product, formatListPrice)}</div>`;
}

const promised = `<ul class="g w">${promises
  .map(({ title, text }) => `<li><b>${title}</b> <small>${text}</small>`)
  .join('')}</ul>`;

const piecesOf = (ids: readonly string[]) =>
  ids.flatMap((id) => catalogue.find((product) => product.id === id) ?? []);

const cardSizes = '(min-width:1280px) 25vw,(min-width:768px) 33vw,50vw';
const railSizes = '(min-width:1280px) 20vw,(min-width:768px) 33vw,45vw';

export function homePage(fonts: Fonts): string {
  const { hero, editorials, earlyOrder } = home;
  const inStock = catalogue.filter((one) => !one.earlyOrder && !isSoldOut(one, one.openingStock));
  const seeds = new Map(catalogue.map(({ id, bestsellerSeed }) => [id, bestsellerSeed]));
  const best = filterProducts(inStock, { ...noFilter, sort: 'bestseller' }, (id) => seeds.get(id) ?? 0).slice(
    0,
    6,
  );
  const types = subCategories.map(({ name }) => {
    const front = filterProducts(inStock, { ...noFilter, types: [name] })[0]?.pictures[0];
    const count = catalogue.filter(({ subCategory }) => subCategory === name).length;
    return `<li><a href="${escaped(typePath(name))}" class="d">${name}</a> <small>${count}</small>${
      front ? picture({ ...front, alt: '' }, '4.5rem') : ''
    }`;
  });
  const told = editorials.map(
    ({ picture: src, alt, headline, line, pieces, link, focus }) =>
      `${campaign(src, alt, focus.phone)}<div class="w"><h2>${escaped(headline)}</h2><p>${escaped(line)}</p><ul>${piecesOf(
        pieces,
      )
        .map(
          ({ id, name, pricePaise }) =>
            `<li><a href="${paths.product(id)}">${escaped(name)}</a> ${formatListPrice(pricePaise)}`,
        )
        .join('')}</ul><p><a href="${escaped(link.href)}">${link.label}</a></div>`,
  );
  const body = [
    campaign(hero.picture, hero.alt, hero.focus.phone, true),
    `<h1>${escaped(hero.headline)}</h1><p>${escaped(hero.line)}<p><a class="b" href="${hero.link.href}">${hero.link.label}</a>`,
    promised,
    `<h2>Just off the loom</h2><p><a href="${paths.collection}?sort=newest">All new pieces</a><ul class="g">${filterProducts(
      inStock,
      noFilter,
    )
      .slice(0, 8)
      .map((product) => card(product, cardSizes))
      .join('')}</ul>`,
    `<h2>Shop by type</h2><ul class="k w">${types.join('')}</ul>`,
    told[0],
    `<h2>Worn out there</h2><p><a href="${paths.collection}?sort=bestseller">Best sellers</a><ol class="r">${best
      .map((product) => card(product, railSizes))
      .join('')}</ol>`,
    ...told.slice(1),
    `<p>Early order<h2>${escaped(earlyOrder.headline)}</h2><p>${escaped(earlyOrder.line)}<p><a class="b" href="${earlyOrder.link.href}">${earlyOrder.link.label}</a><ul class="g">${piecesOf(
      earlyOrder.pieces,
    )
      .map((product) => card(product, '(min-width:768px) 25vw,50vw'))
      .join('')}</ul>`,
  ];
  return floorPage(brand.name, fonts, body.join(''));
}

export function collectionPage(fonts: Fonts): string {
  const products = filterProducts(catalogue, noFilter).slice(0, shop.listingPage);
  const types = subCategories.map(
    ({ name }) =>
      `<li><a href="${escaped(typePath(name))}">${name} <small>${
        catalogue.filter(({ subCategory }) => subCategory === name).length
      }</small></a>`,
  );
  return floorPage(
    'The collection',
    fonts,
    `<h1>The collection</h1><p>${collectionMessages.count(catalogue.length)}<ul class="x"><li><a href="${paths.collection}">${collectionMessages.everything}</a>${types.join('')}</ul><p><a href="${paths.collection}">Search</a> <a href="${paths.collection}">Filter and sort</a><ul class="g">${products
      .map((product, index) => card(product, cardSizes, index < 4, true))
      .join('')}</ul>`,
  );
}

const accordions = [
  `Shipping & Return|Ships in ${trade.transitDays.min + trade.handlingDays.min}-${trade.transitDays.max + trade.handlingDays.max} days. Free returns within ${trade.returnDays} days of delivery, unworn and with the tags on.`,
  'Disclaimer|Colours may slightly vary from what your screen shows, because of lighting and display settings.',
  `Country of Origin|Made in ${shop.country}.`,
  `Manufactured & Packed By|${brand.manufacturer.name}, ${brand.manufacturer.address}. For ${brand.company.legalName}, ${brand.company.address}. Customer care: ${brand.support.email}, ${brand.support.phone}, ${brand.support.hours}.`,
].map((entry) => entry.split('|') as [string, string]);

export function productPage(product: Product, fonts: Fonts): string {
  const { pictures } = product;
  const slides = pictures.map(
    (one, index) => `<li id="p${index}">${picture(one, '(min-width:1024px) 55vw,100vw', index === 0)}`,
  );
  const thumbnails = pictures.map(
    (one, index) =>
      `<li><a href="#p${index}">${picture({ ...one, alt: '' }, '(min-width:1024px) 8rem,25vw')}</a>`,
  );
  const sizes = sizesOf(product).map(
    (size) => `<label><input type="radio" name="size" value="${size}" required> ${size}</label>`,
  );
  const facts = [
    ['Colour', product.colour.name],
    ['Fabric', product.fabric],
    ['Fit', product.fit],
    ['Print', product.print],
    ['Care', product.care],
    ['Net quantity', '1 piece'],
    ['MRP', `${formatPrice(mrpPaise(product))}, inclusive of all taxes`],
  ].map(([term = '', fact = '']) => `<dt>${term}<dd>${escaped(fact)}`);
  const body = [
    `<ul class="p">${slides.join('')}</ul>`,
    pictures.length > 1 ? `<ul class="t">${thumbnails.join('')}</ul>` : '',
    `<div class="w"><p class="m">Home / Collection / ${product.subCategory}<h1>${escaped(product.name)}</h1><p>${badges(product)}${price(product, formatPrice)}<p class="m">Inclusive of all taxes</div>`,
    `<form method="post" action="${ADD_PATH}"><input type="hidden" name="id" value="${product.id}"><div class="w"><p><b>Size</b> SIZING GUIDE<p>${sizes.join('')}</div><div class="y"><input type="number" name="quantity" value="1" min="1" max="10"><button>ADD TO CART</button></div></form>`,
    `<div class="w">${product.offersEnabled && product.offerDescription ? `<p>${escaped(product.offerDescription)}` : ''}`,
    promised,
    `${product.description
      .split(/\n{2,}/)
      .map((paragraph) => `<p>${escaped(paragraph)}`)
      .join('')}<dl>${facts.join('')}</dl>${accordions
      .map(([title, text]) => `<details><summary>${escaped(title)}</summary>${escaped(text)}</details>`)
      .join('')}</div>`,
    `<h2>Goes with it</h2><ul class="r">${relatedProducts(product, catalogue)
      .map((other) => card(other, railSizes))
      .join('')}</ul>`,
  ];
  return floorPage(product.name, fonts, body.join(''));
}

export interface FloorLine {
  size: string;
  quantity: number;
  product: Product;
}

const lineOf = ({ product, size, quantity }: FloorLine, isFirst: boolean, isFixed: boolean) => {
  const [front] = product.pictures;
  const image = front
    ? `<img src="${escaped(pictureAddress(front.src, 320))}" width="320" height="352" alt="${escaped(front.alt)}"${isFirst ? ' fetchpriority="high"' : ''}>`
    : '';
  return `<li>${image}<div><h3><a href="${paths.product(product.id)}">${escaped(product.name)}</a></h3>${formatListPrice(product.pricePaise)}<p>Size ${size}<p>${isFixed ? `Quantity: ${quantity}` : `<input type="number" name="quantity" value="${quantity}" min="1"> <button>Remove</button>`}</div>`;
};

const sums = (lines: readonly FloorLine[]) => {
  const { subtotalPaise, feePaise, totalPaise } = totalsOf(lines);
  return `<dl><dt>Subtotal<dd>${formatListPrice(subtotalPaise)}<dt>Discount code<dd>Add a code<dt>Shipping fee<dd>${formatListPrice(feePaise)}<dt>Total<dd><b>${formatListPrice(totalPaise)}</b></dl>`;
};

export function cartPage(lines: readonly FloorLine[], fonts: Fonts): string {
  return floorPage(
    'Your cart',
    fonts,
    `<h1>Your cart</h1><form method="post" class="w"><ul class="k">${lines.map((line, index) => lineOf(line, index === 0, false)).join('')}</ul></form><div class="w">${sums(lines)}</div><div class="y"><a class="b" href="${paths.placeOrder}">PROCEED TO CHECKOUT</a></div>`,
  );
}

const FIELDS = [
  'First name',
  'Last name',
  'Email',
  'House number and street',
  'City',
  'State',
  'PIN code',
  'Country',
  'Phone',
];

export function checkoutPage(lines: readonly FloorLine[], fonts: Fonts): string {
  const ways = (['cod', 'razorpay', 'stripe'] as const).map(
    (id, index) =>
      `<label><input type="radio" name="way"${index === 0 ? ' checked' : ''}> ${paymentMessages[id].name} <small>${index === 0 ? paymentMessages.recommended : ''} ${paymentMessages[id].hint}</small></label>`,
  );
  return floorPage(
    'Checkout',
    fonts,
    `<h1>Checkout</h1><form method="post" class="w"><h2>Delivery</h2><div class="f">${FIELDS.map(
      (field) => `<label>${field}<input name="${field}" required></label>`,
    ).join(
      '',
    )}</div><h2>Your order</h2><ul class="k">${lines.map((line) => lineOf(line, false, true)).join('')}</ul>${sums(lines)}<p class="m">${orderMessages.taxNote}<h2>Payment</h2><div class="f">${ways.join('')}</div><div class="y"><button>PLACE ORDER</button></div></form>`,
  );
}
