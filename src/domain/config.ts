/**
 * The shop in one file: brand, companies, contact and links, then the business constants (limits on unpaid orders:
 * order-limits.ts). A real brand replaces the demo brand by editing only this file. Money here is in whole paise.
 *
 * Two objects, because the texts that pages and emails print at build need not reach a browser as script.
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from './time-units.ts';

export const brand = {
  name: 'Taana',
  nativeName: 'ताना',
  tagline: 'Warp first, then weft.',
  blurb:
    'Taana is the warp: the threads that hold before anything is woven. Streetwear cut in India, in cotton that keeps its shape, in small drops.',
  /** As a shopper types it; code uses SITE_URL. */
  website: 'www.taana.example',
  /**
   * The details that rule 4 of the Consumer Protection (E-Commerce) Rules, 2020 and section 21 of the LLP Act require.
   * Numbers of zeros, `Name Surname` and `.example` are placeholders (README, Before you launch).
   */
  company: {
    legalName: 'Taana Clothing LLP',
    /**
     * Begins with the code of `state` (domain/gst). AAAAA and zeros are a placeholder of valid form, check letter
     * included.
     */
    gstin: '29AAAAA0000A1ZY',
    llpin: 'AAA-0000',
    state: 'Karnataka',
    /** The registered office, which is also the head office. */
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
    /** Time from the receipt of a complaint; the law allows no more (rule 4(5)). */
    acknowledgedWithin: '48 hours',
    redressedWithin: 'one month',
  },
  jobs: { email: 'jobs@taana.example' },
  socials: [
    { name: 'Instagram', url: 'https://www.instagram.com/taana.example' },
    { name: 'X', url: 'https://x.com/taana_example' },
    { name: 'Facebook', url: 'https://www.facebook.com/taana.example' },
  ],
  /** A wallet, two card gateways and UPI, each with the sign on its badge. */
  trustedPartners: [
    { name: 'PhonePe', role: 'Wallet', sign: 'wallet' },
    { name: 'Razorpay', role: 'Cards', sign: 'card' },
    { name: 'Stripe', role: 'World cards', sign: 'globe' },
    { name: 'UPI', role: 'Bank to bank', sign: 'transfer' },
  ],
  copyrightYear: 2025,
} as const;

// Constants that scripts of pages need without the rest of `shop`: a browser fetches the exports of this file that a page
// uses, and no others (src/integrations/export-slices).
export const maxQuantityPerLine = 10;
/** At this number of pieces or fewer, a product page shows how many are left. */
export const fewLeftAt = 3;
/** The size of a product without sizes in carts, orders and stock. */
export const ONE_SIZE = 'default';
export const toastMs = 5_000;

/** Browser storage keys. */
export const storageKeys = {
  token: 'token',
  userEmail: 'userEmail',
  wishlist: 'wishlist',
  cart: 'cart',
  theme: 'taana-theme',
  /** Set once this browser has loaded the text font. */
  textFont: 'taana-text-font',
} as const;

export const currency = { symbol: '₹', code: 'INR', locale: 'en-IN' } as const;

/** The only Trusted Types policy of the shop's pages; client/trusted-texts defines it. */
export const trustedTypesPolicy = 'shop';

export const shop = {
  currency,
  country: 'India',
  phonePrefix: '91',

  /** The flat fee per order; see `checkoutFee` in order-totals.ts. */
  checkoutFeePaise: 10_00,
  priceRangePaise: { min: 0, max: 12_500_00 },
  maxQuantityPerLine,
  relatedMax: 5,
  /** Number of cards in the collection's HTML, and in each further response. */
  listingPage: 60,
  citySuggestionsMax: 5,
  newsletterDiscountPercent: 20,

  searchDebounceMs: 300,
  cardSliderDelayMs: 3_000,
  newsletterTimeoutMs: 10_000,
  slider: { speedMs: 300, touchThresholdPx: 5, longSwipeMs: 300, longSwipeRatio: 0.5 },

  /** Blocks right-click, drag, image selection and some shortcuts (docs/behaviour.md#content-protection). */
  contentProtection: true,

  storageKeys,
} as const;

/**
 * Delivery and return terms for product pages, search engines and the product feed. Separate from `shop`, because no
 * browser needs them.
 */
export const trade = {
  /** `shop.country` as an ISO 3166 code. */
  countryCode: 'IN',
  /** Days from the order to the courier, then in transit: together the 2-5 days of a product page. */
  handlingDays: { min: 0, max: 1 },
  transitDays: { min: 2, max: 4 },
  /** Written out in content/pages/about.md and content/policies/terms-conditions.md, too. */
  returnDays: 7,
  logo: '/icons/512.png',
} as const;

/** Sessions of shoppers and links in emails, in ms. The emails and docs/behaviour.md print these numbers. */
export const lifetimes = {
  /** Counted from the last use of a session. */
  sessionMs: 30 * DAY_MS,
  /** A link to set a new password. */
  resetLinkMs: HOUR_MS,
  /** A link that confirms the email of a sign-up; the message `confirmAsked` (contract/messages/account) repeats it. */
  confirmLinkMs: 7 * DAY_MS,
  /** A link that confirms the new email of an account. */
  emailChangeMs: DAY_MS,
  /** A link that confirms a newsletter subscription; an unconfirmed subscription is deleted after this time too. */
  newsletterLinkMs: 7 * DAY_MS,
} as const;

/** A new notification removes the oldest one of a profile above this number. */
export const notificationsMax = 100;

/** The most saved addresses of an account: far more than anybody needs. */
export const addressesMax = 20;

/** The most products of a wishlist. */
export const wishlistMax = 500;

/** The most lines of an order. */
export const orderLinesMax = 50;

/** How long an unpaid order can be paid after it was placed: later its prices and stock have changed. */
export const payableDays = 3;

/** How long a provider's payment window stays open. */
export const paymentWindowMs = 15 * MINUTE_MS;

/** Delay of the email about a failed payment: another payment often succeeds first, and then no email is sent. */
export const paymentFailedEmailMs = 10 * MINUTE_MS;

/** The most pieces of a variant that somebody can set. */
export const MOST_PIECES = 99_999;

/** The length of the list of best sellers at the desk and on the command line. */
export const bestSellersShown = 10;

/** How many weeks the page-speed figures are kept; the privacy policy names them too. */
export const vitalsWeeks = 13;

/** A size with this many pieces or fewer is shown at the desk as low. */
export const LOW_STOCK = 3;

/** Times at the desk, in ms, and what staff are sent. */
export const desk = {
  /** Longest session: its cookie and its entry in Redis end then. */
  sessionMs: 12 * HOUR_MS,
  /** How long a passkey counts as just used, for calls that ask for it again. */
  freshPasskeyMs: 5 * MINUTE_MS,
  /** Lifetime of an emailed sign-in link, and of the step between it and the passkey. */
  signInMs: 15 * MINUTE_MS,
  /** How long emails about packing and shipping wait: long enough to notice a wrong tap, and to undo it. */
  undoMs: 30_000,
  /** From when on the daily email goes out, in India's time: the first run of the reconciliation job after it. */
  dailyEmailAt: '08:00',
  /** Devices of one staff member that get push messages. */
  mostDevices: 10,
} as const;

/** When the owner gets an email that orders come much faster than usual: an attack, or a success that needs more stock. */
export const orderSurge = {
  /** An hour with this many times the usual orders is a rush. */
  times: 10,
  /** The usual rate is the mean of this many days before that hour. */
  usualDays: 7,
  /** Fewer orders in an hour are never reported, however small the shop is. */
  least: 10,
  /** After a pause of this length a rush is over, and the next one is reported again. */
  pauseHours: 2,
} as const;
