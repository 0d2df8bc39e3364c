/** Every selector and expression of the speed benchmark. Expressions are numbers or booleans, evaluated in the page. */

export interface Target {
  selector: string;
  /** A case-insensitive regular expression over the element's text. */
  text?: string;
}

const textOf = (selector: string) => `Number(document.querySelector('${selector}')?.textContent ?? 0)`;

const isOpen = `document.querySelector('#filter-drawer').open`;
const submit = 'main form:has(input[name=password]) button[type=submit]';

export const sides = {
  floor: {
    // Links of the listing to products.
    card: `main a[href^='/product/']`,
    // Visible only on a product's page.
    product: '#add',
    size: { selector: 'label', text: '^\\s*M\\s*$' },
    sizeChosen: `document.querySelector('input[name=size]:checked') !== null`,
    add: { selector: '#add' },
    // The number of pieces in the cart that the page shows.
    count: textOf('#quantity'),
    // The link to the cart after a piece was added; the floor's form leads there by itself.
    toCart: null,
    // Of the cart's first line.
    quantity: textOf('#quantity'),
    more: { selector: '#more' },
  },
  shop: {
    card: `[data-grid] a[href^='/product/']`,
    product: '[data-buy-button]',
    size: { selector: '[data-size]', text: '^\\s*M(sold out)?\\s*$' },
    sizeChosen: `document.querySelector('[data-buy] input[name=size]:checked') !== null`,
    add: { selector: '[data-buy-button]' },
    count: textOf('[data-count-of="cart"] .count:not([hidden])'),
    toCart: { selector: 'header a[data-count-of="cart"]' },
    quantity: textOf('ul[aria-label="Lines of your cart"] [role=group] [aria-live]'),
    more: { selector: 'ul[aria-label="Lines of your cart"] button[aria-label="One more"]' },
  },
};

export type SideName = keyof typeof sides;
export type Side = (typeof sides)[SideName];
export const sideNames = ['floor', 'shop'] as const satisfies SideName[];

/** For a guest who logs in to check out. */
export const login = {
  usable: `location.pathname === '/login' && document.querySelector('${submit}')?.disabled === false`,
  email: 'main form input[name=email]',
  password: 'main form input[name=password]',
  terms: { selector: 'main input[name=acceptsTerms]' },
  termsAccepted: `document.querySelector('main input[name=acceptsTerms]').checked`,
  submit: { selector: submit },
  proceed: { selector: 'main a', text: 'PROCEED TO CHECKOUT' },
  checkoutUsable: `location.pathname === '/place-order' && [...document.querySelectorAll('main button')].some((one) => one.textContent.includes('PLACE ORDER') && !one.disabled)`,
};

export interface Touch {
  name: string;
  target: Target;
  /** A key pressed with the target focused, instead of a tap. */
  key?: string;
  effect?: string;
  /** Escape is pressed afterwards. */
  closes?: true;
}

const menu: Touch = {
  name: 'menu',
  target: { selector: '[popovertarget="menu"][aria-label="Menu"]' },
  effect: `document.querySelector('#menu').matches(':popover-open')`,
  closes: true,
};
const filter = { name: 'filter', target: { selector: '[data-open-filter]' } };
const range: Touch = {
  name: 'range',
  target: { selector: '#filter-drawer input[type=range]' },
  key: 'ArrowRight',
};
const heart = '[data-grid] li:nth-child(1) [data-wish]';

/** Further interactions on a settled listing, in this order. */
export const touches: readonly Touch[] = [
  {
    name: 'heart',
    target: { selector: heart },
    effect: `document.querySelector('${heart}').dataset.wished === 'true'`,
  },
  menu,
  menu,
  { ...filter, effect: `${isOpen} && document.querySelector('#filter-drawer input[type=range]') !== null` },
  range,
  { ...range, closes: true },
  { ...filter, name: 'filter again', effect: isOpen, closes: true },
  {
    name: 'search',
    target: { selector: '[data-toggle-search]' },
    effect: `!document.querySelector('#search').hidden`,
  },
  ...[...'hood'].map((key) => ({ name: 'search key', target: { selector: '#search-field' }, key })),
];
