import { currency } from './currency.ts';
import { fewLeftAt, maxQuantityPerLine, storageKeys, toastMs } from './config-every-page.ts';

/**
 * The shop in one file: brand, companies, contact and links, then every business constant of specification §9. A real
 * brand replaces the demo brand by editing this file alone. Money here is in whole paise.
 *
 * Two objects, because what pages and letters print at build never has to reach a browser as script.
 */
export const brand = {
  name: 'Taana',
  nativeName: 'ताना',
  tagline: 'Warp first, then weft.',
  blurb:
    'Taana is the warp: the threads that hold before anything is woven. Streetwear cut in India, in cotton that keeps its shape, in small drops.',
  /** As a shopper types it; SITE_URL is what the machinery uses. */
  website: 'www.taana.example',
  /**
   * What rule 4 of the Consumer Protection (E-Commerce) Rules, 2020 and section 21 of the LLP Act want to be shown. Numbers
   * of zeros, `Name Surname` and `.example` are placeholders (README, Before you launch).
   */
  company: {
    legalName: 'Taana Clothing LLP',
    /** It begins with the code of `state` (domain/gst); AAAAA and zeros are a placeholder of valid form, check letter included. */
    gstin: '29AAAAA0000A1ZY',
    llpin: 'AAA-0000',
    state: 'Karnataka',
    /** The registered office, which is the head office. */
    address: 'Unit 4, Karkhana Lane, Bengaluru, Karnataka 560002, India',
    /** A sentence: the addresses of all branches, or that there are none. */
    branches: 'We have no branches.',
  },
  manufacturer: {
    name: 'Karkhana Garments Private Limited',
    address: 'Plot 12, Mill Road, Tiruppur, Tamil Nadu 641601, India',
  },
  support: {
    email: 'care@taana.example',
    phone: '+91 00000 00000',
    hours: 'Monday to Friday, 10 am to 6 pm IST',
  },
  grievance: {
    name: 'Name Surname',
    designation: 'Grievance Officer',
    email: 'grievance@taana.example',
    phone: '+91 00000 00000',
    /** From when a complaint has come in; the law allows no more (rule 4(5)). */
    acknowledgedWithin: '48 hours',
    redressedWithin: 'one month',
  },
  jobs: { email: 'jobs@taana.example' },
  socials: [
    { name: 'Instagram', url: 'https://www.instagram.com/taana.example' },
    { name: 'X', url: 'https://x.com/taana_example' },
    { name: 'Facebook', url: 'https://www.facebook.com/taana.example' },
  ],
  /** A wallet, two card gateways and UPI (specification §2, Footer), each with the sign that its badge carries. */
  trustedPartners: [
    { name: 'PhonePe', role: 'Wallet', sign: 'wallet' },
    { name: 'Razorpay', role: 'Cards', sign: 'card' },
    { name: 'Stripe', role: 'World cards', sign: 'globe' },
    { name: 'UPI', role: 'Bank to bank', sign: 'transfer' },
  ],
  copyrightYear: 2025,
} as const;

export const shop = {
  currency,
  country: 'India',
  phonePrefix: '91',

  /** The flat fee that an order carries once; see `checkoutFee` in cart.ts. */
  checkoutFeePaise: 10_00,
  priceRangePaise: { min: 0, max: 12_500_00 },
  maxQuantityPerLine,
  /** How long pieces are kept for an online payment: longer than a provider's page may be open. */
  reservationMinutes: 35,
  relatedMax: 5,
  /** Cards that the collection brings in its HTML, and that each further answer adds. */
  listingPage: 60,
  citySuggestionsMax: 5,
  fewLeftAt,
  newsletterDiscountPercent: 20,

  searchDebounceMs: 300,
  cardSliderDelayMs: 3_000,
  toastMs,
  newsletterTimeoutMs: 10_000,
  slider: { speedMs: 300, touchThresholdPx: 5, longSwipeMs: 300, longSwipeRatio: 0.5 },

  /** Blocks right-click, drag, image selection and the listed shortcuts (specification §1). */
  contentProtection: true,

  storageKeys,
} as const;

/**
 * What the shop promises about sending and taking back (specification §2), as product pages, search engines and the
 * product feed say it. Apart from `shop`, because no browser needs it.
 */
export const trade = {
  /** `shop.country` as ISO 3166 names it. */
  countryCode: 'IN',
  /** From the order to the courier, then on the road: together the 2-5 days of a product page. */
  handlingDays: { min: 0, max: 1 },
  transitDays: { min: 2, max: 4 },
  returnDays: 7,
  logo: '/icons/512.png',
} as const;

/** When the owner is told that orders come much faster than usual: an attack, or a success that needs more pieces. */
export const rush = {
  /** As many orders in an hour as usually in so many. */
  times: 10,
  /** What is usual is the mean of so many days before that hour. */
  usualDays: 7,
  /** Fewer orders in an hour are no news, however small the shop is. */
  least: 10,
  /** A rush that stops for so long is over; the next one is told again. */
  pauseHours: 2,
} as const;

/** How long pieces can be kept for a payment in all: `shop.reservationMinutes` is how long for one try of it. */
export const holds = {
  /** From when they were first kept for this shopper, however often the payment is begun anew. */
  minutes: 60,
  /** For so long a further order of the same pieces goes on with that hold and begins none of its own. */
  rememberedHours: 24,
} as const;

/**
 * How much can be ordered without paying first. An order on delivery costs its shopper nothing, so without limits two
 * new accounts can take every piece of the shop. `unconfirmed` holds until the account's email is confirmed; a normal
 * first purchase fits into it. docs/security.md gives the reasons for the numbers. Apart from `shop`, because no browser
 * needs it.
 */
export const cashOnDelivery = {
  /** What one order may have. */
  order: {
    unconfirmed: { pieces: 5, paise: 8_000_00 },
    confirmed: { pieces: 20, paise: 25_000_00 },
  },
  /** Orders that were placed in the last `hours` and are neither delivered nor cancelled count as open. */
  hours: 24,
  open: {
    /** Orders. */
    account: { unconfirmed: 2, confirmed: 5 },
    phone: { unconfirmed: 2, confirmed: 5 },
    /** Orders. Families and hostels share one. */
    address: { unconfirmed: 2, confirmed: 10 },
    /**
     * Pieces for all accounts that were registered within `newcomerMs` of each other and order from one network: more
     * than 20 newcomers a minute need at 3 pieces each, which is what the registration limit lets a network keep up,
     * and 2.5% of the stock.
     */
    newcomers: { unconfirmed: 100, confirmed: 200 },
    /** Pieces. Thousands share the address of a mobile network: a sixth of the stock, more than a sale sells to one. */
    network: { unconfirmed: 600, confirmed: 1_500 },
  },
  newcomerMs: 60_000,
} as const;

/**
 * How much can be kept for online payments that have not come. Pieces come back when a hold ends, but without limits
 * eight new accounts keep every piece of the shop from everybody else, and again an hour later. Above what an order on
 * delivery may have, because most of these are paid within minutes. docs/security.md gives the reasons for the numbers.
 */
export const unpaidOnline = {
  /** What one order may have; no account has more unpaid at once. */
  order: {
    unconfirmed: { pieces: 10, paise: 25_000_00 },
    confirmed: { pieces: 50, paise: 1_00_000_00 },
  },
  /** What is kept at once. */
  held: {
    account: {
      unconfirmed: { pieces: 10, paise: 25_000_00 },
      confirmed: { pieces: 50, paise: 1_00_000_00 },
    },
    phone: {
      unconfirmed: { pieces: 10, paise: 25_000_00 },
      confirmed: { pieces: 50, paise: 1_00_000_00 },
    },
    /** Families and hostels share one. */
    address: {
      unconfirmed: { pieces: 20, paise: 50_000_00 },
      confirmed: { pieces: 100, paise: 2_00_000_00 },
    },
    /** All accounts that were registered within `newcomerMs` of each other and order from one network. */
    newcomers: {
      unconfirmed: { pieces: 100, paise: 3_00_000_00 },
      confirmed: { pieces: 200, paise: 6_00_000_00 },
    },
    /** Thousands share the address of a mobile network. */
    network: {
      unconfirmed: { pieces: 600, paise: 18_00_000_00 },
      confirmed: { pieces: 1_500, paise: 45_00_000_00 },
    },
  },
  newcomerMs: 60_000,
  /** Orders whose pieces were kept and that were not paid, in the last `hours`. */
  lapsed: {
    account: { unconfirmed: 5, confirmed: 15 },
    phone: { unconfirmed: 5, confirmed: 15 },
    address: { unconfirmed: 10, confirmed: 30 },
  },
  hours: 24,
} as const;
