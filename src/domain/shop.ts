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
  company: {
    legalName: 'Taana Clothing LLP',
    address: 'Unit 4, Karkhana Lane, Bengaluru, Karnataka 560001, India',
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
    name: 'The Grievance Officer',
    email: 'grievance@taana.example',
  },
  socials: [
    { name: 'Instagram', url: 'https://www.instagram.com/taana.example' },
    { name: 'X', url: 'https://x.com/taana_example' },
    { name: 'Facebook', url: 'https://www.facebook.com/taana.example' },
  ],
  trustedPartners: ['PhonePe', 'Razorpay', 'Stripe', 'UPI'],
  copyrightYear: 2025,
} as const;

export const shop = {
  currency: { symbol: '₹', code: 'INR', locale: 'en-IN' },
  country: 'India',
  phonePrefix: '91',

  /** The flat fee that an order carries once; see `checkoutFee` in cart.ts. */
  checkoutFeePaise: 10_00,
  priceRangePaise: { min: 0, max: 12_500_00 },
  maxQuantityPerLine: 10,
  /** How long pieces are kept for an online payment: longer than a provider's page may be open. */
  reservationMinutes: 35,
  relatedMax: 5,
  /** Cards that the collection brings in its HTML, and that each further answer adds. */
  listingPage: 60,
  citySuggestionsMax: 5,
  fewLeftAt: 3,
  newsletterDiscountPercent: 20,

  searchDebounceMs: 300,
  cardSliderDelayMs: 3_000,
  toastMs: 5_000,
  newsletterTimeoutMs: 10_000,
  slider: { speedMs: 300, touchThresholdPx: 5, longSwipeMs: 300, longSwipeRatio: 0.5 },

  /** Blocks right-click, drag, image selection and the listed shortcuts (specification §1). */
  contentProtection: true,

  /** Browser storage keys (decisions, Brand). */
  storageKeys: {
    token: 'token',
    userEmail: 'userEmail',
    wishlist: 'wishlist',
    cart: 'cart',
    theme: 'taana-theme',
  },
} as const;
