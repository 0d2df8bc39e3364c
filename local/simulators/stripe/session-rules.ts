/** Stripe's rules for a new Checkout Session beyond its published description. */
import type { IntentData, NewLine } from './entities.ts';
import { type Params, StripeRefusal } from './rules.ts';

/** Stripe's smallest and largest charge in rupees. */
const SMALLEST_PAISE = 50;
const LARGEST_PAISE = 99_999_999;
const MINUTES_AT_LEAST = 30;
const HOURS_AT_MOST = 24;

const refusal = (message: string, param: string, code?: string) =>
  new StripeRefusal(message, { param, ...(code && { code }) });

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
  const refuse = (rule: string) =>
    refusal(`The \`expires_at\` timestamp must be ${rule} from Checkout Session creation.`, 'expires_at');
  if (at < now + MINUTES_AT_LEAST * 60) throw refuse('at least 30 minutes');
  if (at > latest) throw refuse('less than 24 hours');
  return at;
}

export function readMetadata(value: unknown, param = 'metadata'): Record<string, string> {
  if (value === undefined || value === '') return {};
  const entries = Object.entries(value as Record<string, string>);
  if (entries.length > 50) throw refusal('Metadata can have up to 50 keys.', param);
  for (const [name, text] of entries) {
    if (name.length > 40) throw refusal(`Metadata keys can have up to 40 characters: ${name}`, param);
    if (text.length > 500) {
      const message = `Metadata values can have up to 500 characters, ${name} has ${text.length}.`;
      throw refusal(message, `${param}[${name}]`);
    }
  }
  return Object.fromEntries(entries.filter(([, text]) => text !== ''));
}

/** Already checked against the description. */
export function readIntentData(value: unknown): IntentData {
  const { description = null, metadata, shipping } = (value ?? {}) as Params;
  return {
    description: description as string | null,
    metadata: readMetadata(metadata, 'payment_intent_data[metadata]'),
    shipping: (shipping ?? null) as IntentData['shipping'],
  };
}

interface AskedLine {
  quantity: number;
  price_data: { product_data: { name: string; description?: string }; unit_amount: number };
}

/** @returns the lines and their total in paise */
export function readLines(value: unknown, created: number): { lines: NewLine[]; amount: number } {
  const lines = (value as AskedLine[]).map(({ quantity, price_data: { product_data, unit_amount } }) => {
    const { name, description = null } = product_data;
    return { name, description, unitAmount: unit_amount, quantity, created };
  });
  const amount = lines.reduce((sum, { unitAmount, quantity }) => sum + unitAmount * quantity, 0);
  const refuse = (rule: string, code: string) =>
    refusal(`The Checkout Session's total amount due must ${rule}`, 'line_items', code);
  if (amount < SMALLEST_PAISE) throw refuse('add up to at least ₹0.50 inr', 'amount_too_small');
  if (amount > LARGEST_PAISE) throw refuse('be no more than ₹999,999.99 inr', 'amount_too_large');
  return { lines, amount };
}

/** A value that is already checked and returned unchanged. */
export function echoed<Value extends string>(value: unknown): Value | null {
  return typeof value === 'string' ? (value as Value) : null;
}
