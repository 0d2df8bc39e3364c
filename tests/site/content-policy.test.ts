import { expect, test } from 'vitest';
import { pages } from './pages.ts';

/** Whom a page may speak to beside the shop: where a service is asked from the browser, and nowhere else. */
const services: Record<string, string[]> = {
  razorpay: [
    ...['img-src cdn.razorpay.com', 'frame-src api.razorpay.com', 'frame-src checkout.razorpay.com'],
    ...['script-src cdn.razorpay.com', 'script-src checkout.razorpay.com', 'form-action api.razorpay.com'],
    ...['api', 'lumberjack', 'lumberjack-cx', 'lumberjack-metrics'].map(
      (name) => `connect-src ${name}.razorpay.com`,
    ),
  ],
  google: ['connect-src', 'frame-src', 'script-src', 'style-src'].map((of) => `${of} accounts.google.com`),
  emailjs: ['connect-src api.emailjs.com'],
};

const guests: Record<string, keyof typeof services> = {
  '/cart': 'razorpay',
  '/place-order': 'razorpay',
  '/orders': 'razorpay',
  '/login': 'google',
  '/coming-soon': 'emailjs',
};

/** `connect-src api.emailjs.com`, a line for each source that is not the shop. */
function othersIn(html: string): string[] {
  const policy = /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/i.exec(html)?.[1] ?? '';
  expect(policy).toContain("default-src 'self'");
  return policy
    .split(';')
    .map((directive) => directive.trim().split(/\s+/))
    .flatMap(([name, ...sources]) =>
      sources
        .filter((source) => source.startsWith('http'))
        .map((source) => `${name} ${new URL(source).hostname}`),
    );
}

test.each(pages)(
  'the policy of $path lets it speak to the shop and to the service that it needs',
  ({ path, html }) => {
    const service = guests[path];
    expect(othersIn(html).sort()).toEqual(service ? [...(services[service] ?? [])].sort() : []);
  },
);
