import type {
  BreadcrumbList,
  FAQPage,
  MerchantReturnPolicy,
  Offer,
  OfferShippingDetails,
  Organization,
  Product as ProductThing,
  ProductGroup,
  Thing,
  WebSite,
} from 'schema-dts';
import { paths } from '../contract/paths.ts';
import { checkoutFee } from '../domain/order-totals.ts';
import { rupeesFromPaise } from '../domain/money.ts';
import { isReduced, mrpPaise, ONE_SIZE, type Product } from '../domain/product.ts';
import { brand, shop, trade } from '../domain/config.ts';
import { absolute } from './addresses.ts';
import { isOnSale, sizeAddress, skuOf, wearers } from './variants.ts';

/**
 * Structured data in schema.org's terms, as Google documents them for shops. All of it also stands on the page, and
 * comes from the same catalogue.
 */

/**
 * The text of a page's one JSON-LD script. Escaped, so that nothing in it can end the script element or break a line.
 */
export function jsonLd(things: readonly Thing[]): string {
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': things }).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

const shippingId = '#shipping';
const returnsId = '#returns';

/**
 * A product with its offers. Clothes in several sizes are a ProductGroup with one variant per size, each with its own
 * offer and URL, because Google documents sizes of one garment on one page that way, and because a single size can be
 * sold out. Goods of one size are a Product.
 * Availability is the initial stock of the product file, because the build makes the pages and stock changes by the
 * second. The page itself loads the live stock; this text follows with the next build.
 */
export function aboutProduct(product: Product, site: URL | undefined): Thing[] {
  return [
    product.sizes.length > 0 ? inSizes(product, site) : inOneSize(product, site),
    shippingOf(product),
    returnPolicy,
  ];
}

function inSizes(product: Product, site: URL | undefined): ProductGroup {
  return {
    '@type': 'ProductGroup',
    productGroupID: product.id,
    variesBy: 'https://schema.org/size',
    url: absolute(paths.product(product.id), site),
    ...described(product),
    hasVariant: product.sizes.map((size) => ({
      '@type': 'Product',
      sku: skuOf(product, size),
      name: `${product.name}, ${size}`,
      size,
      color: product.colour.name,
      image: pictures(product, site).slice(0, 1),
      offers: offer(product, size, site),
    })),
  };
}

function inOneSize(product: Product, site: URL | undefined): ProductThing {
  return {
    '@type': 'Product',
    sku: skuOf(product, ONE_SIZE),
    ...described(product),
    image: pictures(product, site),
    offers: offer(product, ONE_SIZE, site),
  };
}

function described(product: Product) {
  return {
    name: product.name,
    description: product.description,
    brand: { '@type': 'Brand' as const, name: brand.name },
    color: product.colour.name,
    material: product.fabric,
    pattern: product.print,
    // Search engines call everybody from 13 on an adult.
    audience: {
      '@type': 'PeopleAudience' as const,
      suggestedGender: wearers(product),
      suggestedMinAge: 13,
    },
  };
}

function pictures(product: Product, site: URL | undefined): string[] {
  return product.pictures.map(({ src }) => absolute(src, site));
}

function offer(product: Product, size: string, site: URL | undefined): Offer {
  return {
    '@type': 'Offer',
    url: absolute(sizeAddress(product, size), site),
    price: decimal(product.pricePaise),
    priceCurrency: shop.currency.code,
    ...(isReduced(product) && {
      priceSpecification: {
        '@type': 'UnitPriceSpecification',
        priceType: 'https://schema.org/StrikethroughPrice',
        price: decimal(mrpPaise(product)),
        priceCurrency: shop.currency.code,
      },
    }),
    availability: isOnSale(product, size) ? 'https://schema.org/InStock' : 'https://schema.org/OutOfStock',
    itemCondition: 'https://schema.org/NewCondition',
    shippingDetails: { '@id': shippingId },
    hasMerchantReturnPolicy: { '@id': returnsId },
  };
}

/**
 * The delivery fee of an order with only this piece, and the delivery days that its page promises. See
 * docs/behaviour.md#money.
 */
function shippingOf(product: Product): OfferShippingDetails {
  return {
    '@type': 'OfferShippingDetails',
    '@id': shippingId,
    shippingRate: {
      '@type': 'MonetaryAmount',
      value: decimal(checkoutFee(product.pricePaise)),
      currency: shop.currency.code,
    },
    shippingDestination: { '@type': 'DefinedRegion', addressCountry: trade.countryCode },
    deliveryTime: {
      '@type': 'ShippingDeliveryTime',
      handlingTime: days(trade.handlingDays),
      transitTime: days(trade.transitDays),
    },
  };
}

function days({ min, max }: { min: number; max: number }) {
  return { '@type': 'QuantitativeValue' as const, minValue: min, maxValue: max, unitCode: 'DAY' };
}

const returnPolicy: MerchantReturnPolicy = {
  '@type': 'MerchantReturnPolicy',
  '@id': returnsId,
  applicableCountry: trade.countryCode,
  returnPolicyCountry: trade.countryCode,
  returnPolicyCategory: 'https://schema.org/MerchantReturnFiniteReturnWindow',
  merchantReturnDays: trade.returnDays,
  returnMethod: 'https://schema.org/ReturnByMail',
  returnFees: 'https://schema.org/FreeReturn',
};

function decimal(paise: number): string {
  return rupeesFromPaise(paise).toFixed(2);
}

/** One step of the breadcrumb; the page itself, which comes last, needs no URL. */
export interface Crumb {
  name: string;
  path?: string;
}

export function breadcrumbs(trail: readonly Crumb[], site: URL | undefined): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: trail.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      ...(path !== undefined && { item: absolute(path, site) }),
    })),
  };
}

/** Structured data of the home page: the company behind the shop and the shop as a site. */
export function aboutShop(site: URL | undefined): [Organization, WebSite] {
  const home = absolute(paths.home, site);
  const company: Organization = {
    '@type': 'OnlineStore',
    '@id': `${home}#company`,
    name: brand.name,
    alternateName: brand.nativeName,
    legalName: brand.company.legalName,
    description: brand.blurb,
    url: home,
    logo: absolute(trade.logo, site),
    address: brand.company.address,
    contactPoint: {
      '@type': 'ContactPoint',
      contactType: 'customer service',
      telephone: brand.support.phone,
      email: brand.support.email,
      areaServed: trade.countryCode,
      availableLanguage: 'English',
    },
    sameAs: brand.socials.map(({ url }) => url),
    hasMerchantReturnPolicy: returnPolicy,
  };
  return [
    company,
    {
      '@type': 'WebSite',
      name: brand.name,
      url: home,
      inLanguage: shop.currency.locale,
      publisher: { '@id': `${home}#company` },
    },
  ];
}

/** @param faq questions that the page shows, each with its answer in plain text */
export function questions(faq: readonly { question: string; answer: string }[]): FAQPage {
  return {
    '@type': 'FAQPage',
    mainEntity: faq.map(({ question, answer }) => ({
      '@type': 'Question',
      name: question,
      acceptedAnswer: { '@type': 'Answer', text: answer },
    })),
  };
}
