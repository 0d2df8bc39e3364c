/** Razorpay's rules for requests, with its error messages. */
import { z } from 'zod';
import { ApiRefusal } from '../api-server.ts';
import type { RazorpayFailure } from '../controls.ts';

type RazorpayError = Omit<RazorpayFailure['error'], 'metadata'> & { metadata: object; field?: string };

export class RazorpayRefusal extends ApiRefusal<RazorpayError> {
  constructor(
    description: string,
    { status = 400, ...error }: Partial<RazorpayError> & { status?: number } = {},
  ) {
    super(description, status, {
      code: 'BAD_REQUEST_ERROR',
      description,
      source: 'NA',
      step: 'NA',
      reason: 'NA',
      metadata: {},
      ...error,
    });
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

const amount = z.int('The amount must be an integer.').min(100, 'The amount must be at least INR 1.00');
const currency = z.literal('INR', 'Currency is not supported');
const receipt = z.string().max(40, 'The receipt may not be greater than 40 characters.').optional();
const note = z.string().max(256, 'Notes keys and values must not be longer than 256 characters.');
const notes = z
  .record(note, note)
  .refine((given) => Object.keys(given).length <= 15, 'Number of fields in notes should be at most 15')
  .optional();
/** Payments are captured by themselves, as the shop wants. */
const capture = z.literal('automatic', 'The selected payment.capture is invalid.');

/** The bodies that the shop sends; any other field is refused. */
export const bodies = {
  order: z.strictObject({
    amount,
    currency,
    receipt,
    notes,
    payment: z.strictObject({ capture }).optional(),
  }),
  capture: z.strictObject({ amount, currency }),
  refund: z.strictObject({ amount: amount.optional(), notes, receipt }),
};

/** @throws RazorpayRefusal unless the text is such a body */
export function parsed<Body extends z.ZodType>(body: Body, text: string): z.output<Body> {
  let fields: unknown;
  try {
    fields = JSON.parse(text || '{}');
  } catch {
    throw new RazorpayRefusal('The request body is not valid JSON.');
  }
  const { data, error } = body.safeParse(fields);
  const [issue] = error?.issues ?? [];
  if (!issue) return data as z.output<Body>;
  if (issue.code !== 'unrecognized_keys') throw invalid(issue.path.join('.'), issue.message);
  throw new RazorpayRefusal(`${issue.keys.join(', ')} is/are not required and should not be sent`, {
    source: 'business',
    step: 'payment_initiation',
    reason: 'extra_field_sent',
  });
}
