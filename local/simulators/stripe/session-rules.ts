/** Stripe's rules for a new Checkout Session beyond its published description. */
import type { IntentData, NewLine } from './entities.ts';
import { NOT_SERVED, type Params, StripeRefusal } from './rules.ts';

const INTENT_DATA = [
  ...['description', 'metadata', 'receipt_email', 'shipping', 'statement_descriptor_suffix'],
];

const MOST_LINES = 100;
const MOST_IMAGES = 8;
const LONGEST_IMAGE = 2_048;
/** Stripe's smallest and largest charge in rupees. */
const SMALLEST_PAISE = 50;
const LARGEST_PAISE = 99_999_999;
const MINUTES_AT_LEAST = 30;
const HOURS_AT_MOST = 24;

const refusal = (message: string, param: string, code = 'parameter_invalid_empty') =>
  new StripeRefusal(message, { param, code });

export function refuseUnserved(params: Params): void {
  const name = NOT_SERVED.find((other) => params[other] !== undefined);
  if (name !== undefined) {
    throw new StripeRefusal(`This stand-in does not serve ${name}; Stripe does.`, { param: name });
  }
  if (params['mode'] !== 'payment') {
    if (params['mode'] === undefined) {
      throw refusal('Missing required param: mode.', 'mode', 'parameter_missing');
    }
    throw new StripeRefusal(`This stand-in serves mode payment alone, not ${String(params['mode'])}.`, {
      param: 'mode',
    });
  }
}

export function readUrl(value: unknown, param: string): string {
  const url = URL.parse(String(value));
  if (url?.protocol === 'https:' || url?.protocol === 'http:') return String(value);
  throw refusal('Not a valid URL', param, 'url_invalid');
}

export function readEmail(value: unknown): string | null {
  if (value === undefined) return null;
  const email = String(value);
  if (/^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email)) return email;
  throw refusal(`Invalid email address: ${email}`, 'customer_email', 'email_invalid');
}

/** @returns seconds since 1970 */
export function readExpiry(value: unknown, now: number): number {
  const latest = now + HOURS_AT_MOST * 3_600;
  if (value === undefined) return latest;
  const at = Number(value);
  if (at < now + MINUTES_AT_LEAST * 60) {
    throw new StripeRefusal(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
  if (at > latest) {
    throw new StripeRefusal(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      { param: 'expires_at' },
    );
  }
  return at;
}

export function readMetadata(value: unknown, param = 'metadata'): Record<string, string> {
  if (value === undefined || value === '') return {};
  const entries = Object.entries(value as Record<string, string>);
  if (entries.length > 50) throw new StripeRefusal('Metadata can have up to 50 keys.', { param });
  for (const [name, text] of entries) {
    if (name.length > 40) {
      throw new StripeRefusal(`Metadata keys can have up to 40 characters: ${name}`, { param });
    }
    if (text.length > 500) {
      throw new StripeRefusal(`Metadata values can have up to 500 characters, ${name} has ${text.length}.`, {
        param: `${param}[${name}]`,
      });
    }
  }
  return Object.fromEntries(entries.filter(([, text]) => text !== ''));
}

export function readIntentData(value: unknown): IntentData {
  const data = (value ?? {}) as Record<string, unknown>;
  const unserved = Object.keys(data).find((name) => !INTENT_DATA.includes(name));
  if (unserved !== undefined) {
    const param = `payment_intent_data[${unserved}]`;
    throw new StripeRefusal(`This stand-in does not serve ${param}; Stripe does.`, { param });
  }
  const text = (name: string): string | null => (typeof data[name] === 'string' ? data[name] : null);
  return {
    description: text('description'),
    metadata: readMetadata(data['metadata'], 'payment_intent_data[metadata]'),
    receipt_email: text('receipt_email'),
    shipping: readShipping(data['shipping']),
    statement_descriptor_suffix: text('statement_descriptor_suffix'),
  };
}

/** Already checked against the description. */
function readShipping(value: unknown): IntentData['shipping'] {
  if (value === undefined) return null;
  const { name, phone = null, address } = value as { name: string; phone?: string; address: Params };
  const part = (field: string): string | null => (typeof address[field] === 'string' ? address[field] : null);
  return {
    ...{ name, phone, carrier: null, tracking_number: null },
    address: {
      ...{ line1: part('line1'), line2: part('line2'), city: part('city'), state: part('state') },
      ...{ postal_code: part('postal_code'), country: part('country') },
    },
  } as IntentData['shipping'];
}

/** Rupees only: this simulator supports inr, as the shop does. */
export function readAdaptivePricing(value: unknown): boolean {
  const { enabled = false } = (value ?? {}) as { enabled?: boolean };
  if (!enabled) return false;
  throw new StripeRefusal('This stand-in does not serve adaptive_pricing; Stripe does.', {
    param: 'adaptive_pricing',
  });
}

interface AskedLine {
  price?: string;
  quantity?: number;
  price_data?: {
    currency: string;
    product?: string;
    product_data?: { name: string; description?: string; images?: string[] };
    recurring?: unknown;
    unit_amount?: number;
  };
}

/** @returns the lines and their total in paise */
export function readLines(
  value: unknown,
  created: number,
): { lines: { line: NewLine; images: string[] }[]; amount: number } {
  const asked = (value ?? []) as AskedLine[];
  if (asked.length === 0)
    throw refusal('Missing required param: line_items.', 'line_items', 'parameter_missing');
  if (asked.length > MOST_LINES) {
    throw new StripeRefusal(`line_items may have at most ${MOST_LINES} items.`, { param: 'line_items' });
  }
  const lines = asked.map((line, at) => readLine(line, `line_items[${at}]`, created));
  const amount = lines.reduce((sum, { line }) => sum + line.unitAmount * line.quantity, 0);
  if (amount < SMALLEST_PAISE) {
    throw refusal(
      "The Checkout Session's total amount due must add up to at least ₹0.50 inr",
      'line_items',
      'amount_too_small',
    );
  }
  if (amount > LARGEST_PAISE) {
    throw refusal(
      "The Checkout Session's total amount due must be no more than ₹999,999.99 inr",
      'line_items',
      'amount_too_large',
    );
  }
  return { lines, amount };
}

function readLine(asked: AskedLine, param: string, created: number): { line: NewLine; images: string[] } {
  const { price_data: data, quantity } = asked;
  if (asked.price !== undefined) {
    throw new StripeRefusal(`No such price: '${asked.price}'`, {
      code: 'resource_missing',
      param: `${param}[price]`,
    });
  }
  if (!data) throw refusal(`Missing required param: ${param}[price_data].`, param, 'parameter_missing');
  if (data.currency !== 'inr') {
    throw new StripeRefusal(`Invalid currency: ${data.currency}. This stand-in sells for inr.`, {
      param: `${param}[price_data][currency]`,
    });
  }
  if (data.recurring !== undefined) {
    throw new StripeRefusal('You specified `payment` mode but passed a recurring price.', { param });
  }
  if (!data.product_data) {
    throw refusal(
      `Missing required param: ${param}[price_data][product_data].`,
      `${param}[price_data][product_data]`,
      'parameter_missing',
    );
  }
  if (data.unit_amount === undefined) {
    throw refusal(
      `Missing required param: ${param}[price_data][unit_amount].`,
      `${param}[price_data][unit_amount]`,
      'parameter_missing',
    );
  }
  if (data.unit_amount < 0) {
    throw refusal(
      'Invalid non-negative integer',
      `${param}[price_data][unit_amount]`,
      'parameter_invalid_integer',
    );
  }
  if (quantity === undefined)
    throw refusal('Quantity is required.', `${param}[quantity]`, 'parameter_missing');
  if (quantity < 1) {
    throw refusal(
      'This value must be greater than or equal to 1.',
      `${param}[quantity]`,
      'parameter_invalid_integer',
    );
  }
  const { name, description = null, images = [] } = data.product_data;
  if (name.trim() === '') {
    throw refusal('You passed an empty string.', `${param}[price_data][product_data][name]`);
  }
  readImages(images, `${param}[price_data][product_data][images]`);
  return { line: { name, description, unitAmount: data.unit_amount, quantity, created }, images };
}

function readImages(images: readonly string[], param: string): void {
  if (images.length > MOST_IMAGES) {
    throw new StripeRefusal(`Products may have at most ${MOST_IMAGES} images.`, { param });
  }
  for (const image of images) {
    if (image.length > LONGEST_IMAGE) {
      throw new StripeRefusal(`Image addresses may have at most ${LONGEST_IMAGE} characters.`, { param });
    }
    readUrl(image, param);
  }
}

/** A value that is already checked and returned unchanged. */
export function echoed<Value extends string>(value: unknown): Value | null {
  return typeof value === 'string' ? (value as Value) : null;
}
