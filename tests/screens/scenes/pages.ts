import type { Page } from 'playwright/test';
import { paths } from '../../../src/contract/paths.ts';
import type { Scene } from '../scene.ts';
import { refusals } from '../fixtures.ts';

const heading = (page: Page) => page.getByRole('heading', { level: 1 });
const ordinary = (name: string, address: string): Scene => ({
  name,
  state: 'ordinary',
  address,
  shows: heading,
});

export const pages: readonly Scene[] = [
  ordinary('about', paths.about),
  ordinary('contact', paths.contact),
  ordinary('delivery', paths.delivery),
  ordinary('privacy policy', paths.privacy),
  ordinary('terms', paths.terms),
  { ...ordinary('cancellation and refund', paths.cancellationRefund), state: 'empty' },
  { ...ordinary('shipping and delivery', paths.shippingDelivery), state: 'empty' },
  {
    ...ordinary('not found', '/no-such-page'),
    state: 'error',
    announced: refusals(404),
  },
  { ...ordinary('offline', '/offline'), state: 'error' },
  {
    ...ordinary('a page that needs scripts', paths.cart),
    name: 'a page that needs scripts',
    state: 'no script',
    withoutScript: true,
  },
];
