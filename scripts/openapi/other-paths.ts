import { newsletterPaths } from '../../src/contract/paths.ts';
import { headersOf, plainResponse, refusing, seeOtherResponse, type SharedAnswers } from './answers.ts';
import { uncached } from '../../netlify/http/headers.ts';
import { providerSetup } from '../../netlify/payments/provider-setup.ts';
import { type ApiDescription, type Operation, type Parameter, sorted } from './document.ts';
import type { JsonSchema } from './replies.ts';

/** Addresses that no page of the shop calls, but providers, programs and browsers without scripts. */
export function besideTheTable(answers: SharedAnswers): ApiDescription['paths'] {
  const form = (properties: Record<string, JsonSchema>): NonNullable<Operation['requestBody']> => ({
    required: false,
    content: { 'application/x-www-form-urlencoded': { schema: { type: 'object', properties } } },
  });
  const text: JsonSchema = { type: 'string' };
  const wayBack = {
    summary: 'Razorpay’s page posts a form here from a browser without windows; redirects to a page.',
    tags: ['payment'],
    security: [],
    parameters: [{ name: 'orderId', in: 'query', required: false, schema: text } as const],
    responses: { 303: seeOtherResponse('Always: after any error, the shopper arrives at a page.') },
  };
  const webhookPath: Parameter = {
    name: 'provider',
    in: 'path',
    required: true,
    schema: { enum: Object.keys(providerSetup) },
  };
  return {
    '/api/webhook/{provider}': {
      post: {
        operationId: 'webhook',
        summary:
          'An event of a payment provider. The shop does not trust its content, but asks the provider.',
        tags: ['webhook'],
        security: [],
        parameters: [
          webhookPath,
          {
            name: 'X-Razorpay-Signature',
            in: 'header',
            required: false,
            schema: text,
            description: 'HMAC-SHA256 over the body, from Razorpay.',
          },
          {
            name: 'Stripe-Signature',
            in: 'header',
            required: false,
            schema: text,
            description: 'Time and HMAC-SHA256 over both, from Stripe.',
          },
        ],
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        responses: sorted({
          200: {
            description: 'Handled; it is not sent again.',
            headers: headersOf(uncached),
            content: {
              'application/json': {
                schema: {
                  type: 'object',
                  properties: { received: { const: true } },
                  required: ['received'],
                  additionalProperties: false,
                },
              },
            },
          },
          ...refusing(
            ['invalid', 'not-found', 'method-not-allowed', 'too-large', 'failed', 'unavailable'],
            answers,
          ),
        }),
      },
    },
    '/api/payment/return': {
      get: { ...wayBack, operationId: 'payment.return.again' },
      post: {
        ...wayBack,
        operationId: 'payment.return',
        requestBody: form({
          razorpay_order_id: text,
          razorpay_payment_id: text,
          razorpay_signature: text,
        }),
      },
    },
    [newsletterPaths.leave]: {
      post: {
        operationId: 'newsletter.leave',
        summary: 'Removes an email from the newsletter, also by one POST of a mail program (RFC 8058).',
        tags: ['newsletter'],
        security: [],
        parameters: [{ name: 'token', in: 'query', required: false, schema: text }],
        requestBody: form({ 'List-Unsubscribe': { const: 'One-Click' } }),
        responses: {
          200: plainResponse('The mail program’s POST is done.'),
          303: seeOtherResponse('For a browser’s POST: redirects to a page with the result.'),
          404: plainResponse('The mail program’s link is unknown or was used.'),
          503: plainResponse('The database does not answer; the mail program can POST again.'),
        },
      },
    },
  };
}
