/** Razorpay's rules for requests, with its error messages. */
import type { ApiReply } from '../api-server.ts';
import type { Notes, RazorpayError } from './entities.ts';

export class RazorpayRefusal extends Error {
  readonly status: number;
  readonly error: RazorpayError;

  constructor(
    description: string,
    { status = 400, ...error }: Partial<RazorpayError> & { status?: number } = {},
  ) {
    super(description);
    this.status = status;
    this.error = {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'NA',
      step: 'NA',
      reason: 'NA',
      metadata: {},
      ...error,
    };
  }

  reply(): ApiReply {
    return { status: this.status, body: { error: this.error } };
  }
}

/** A refusal of one field of a request. */
export function invalid(field: string, description: string): RazorpayRefusal {
  return new RazorpayRefusal(description, {
    source: 'business',
    step: 'payment_initiation',
    reason: 'input_validation_failed',
    field,
  });
}

type Fields = Record<string, unknown>;

/** @throws RazorpayRefusal unless the text is a JSON object with only known fields */
export function readFields(body: string, known: readonly string[]): Fields {
  let fields: unknown = {};
  try {
    if (body) fields = JSON.parse(body);
  } catch {
    throw new RazorpayRefusal('The request body is not valid JSON.');
  }
  if (fields === null || typeof fields !== 'object' || Array.isArray(fields)) {
    throw new RazorpayRefusal('The request body must be an object.');
  }
  const extra = Object.keys(fields).filter((name) => !known.includes(name));
  if (extra.length > 0) {
    throw new RazorpayRefusal(`${extra.join(', ')} is/are not required and should not be sent`, {
      source: 'business',
      step: 'payment_initiation',
      reason: 'extra_field_sent',
    });
  }
  return fields as Fields;
}

/** Numbers may be sent as text: the real API takes both. */
export function readAmount(value: unknown): number {
  if (value === undefined || value === null) throw invalid('amount', 'The amount field is required.');
  const amount = typeof value === 'string' && /^-?\d+$/.test(value) ? Number(value) : value;
  if (typeof amount !== 'number' || !Number.isSafeInteger(amount)) {
    throw invalid('amount', 'The amount must be an integer.');
  }
  if (amount < 100) throw invalid('amount', 'The amount must be at least INR 1.00');
  return amount;
}

export function readCurrency(value: unknown): string {
  if (value === undefined || value === null) throw invalid('currency', 'The currency field is required.');
  if (value !== 'INR') throw invalid('currency', 'Currency is not supported');
  return value;
}

const LONGEST_RECEIPT = 40;

export function readReceipt(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw invalid('receipt', 'The receipt must be a string.');
  if (value.length > LONGEST_RECEIPT) {
    throw invalid('receipt', `The receipt may not be greater than ${LONGEST_RECEIPT} characters.`);
  }
  return value;
}

const MOST_NOTES = 15;
const LONGEST_NOTE = 256;

export function readNotes(value: unknown): Notes {
  if (value === undefined || value === null) return [];
  if (typeof value !== 'object') throw invalid('notes', 'The notes must be an array.');
  const entries = Object.entries(value as Record<string, unknown>);
  if (entries.length > MOST_NOTES) {
    throw invalid('notes', `Number of fields in notes should be less than or equal to ${MOST_NOTES}`);
  }
  const notes = entries.map(([name, note]): [string, string] => {
    if (typeof note !== 'string' && typeof note !== 'number') {
      throw invalid('notes', 'Notes values must be strings or numbers.');
    }
    const text = String(note);
    if (name.length > LONGEST_NOTE || text.length > LONGEST_NOTE) {
      throw invalid('notes', `Notes keys and values must not be longer than ${LONGEST_NOTE} characters.`);
    }
    return [name, text];
  });
  return notes.length > 0 ? Object.fromEntries(notes) : [];
}

/** Payments are captured by themselves, as the shop wants. */
export function checkCapture(payment: unknown): void {
  if (payment === undefined) return;
  const { capture, ...extra } = (payment ?? {}) as Fields;
  const [other] = Object.keys(extra);
  if (other !== undefined) {
    throw invalid('payment', `${other} is/are not required and should not be sent`);
  }
  if (capture !== 'automatic') throw invalid('payment.capture', 'The selected payment.capture is invalid.');
}
