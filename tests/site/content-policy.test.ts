import { expect, test } from 'vitest';
import { readRules } from '../../local/site/netlify-rules.ts';
import { files, pages, policyOf, sourcesOf } from './pages.ts';

/** The other origins that a page may call: only for a service that the browser calls. */
const services: Record<string, string[]> = {
  razorpay: [
    'img-src cdn.razorpay.com',
    'frame-src api.razorpay.com',
    'frame-src checkout.razorpay.com',
    'script-src cdn.razorpay.com',
    'script-src checkout.razorpay.com',
    'form-action api.razorpay.com',
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
  const policy = policyOf(html);
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

test.each(pages)('the policy of $path allows the shop and the service that it needs', ({ path, html }) => {
  const service = guests[path];
  expect(othersIn(html).sort()).toEqual(service ? [...(services[service] ?? [])].sort() : []);
});

test.each(pages)(
  '$path runs only files of the shop and scripts that its policy names by hash',
  ({ html }) => {
    expect(sourcesOf(html, 'script-src')).toMatch(/'self'/);
    expect(sourcesOf(html, 'script-src')).not.toMatch(/unsafe|\*|data:|blob:|\shttps?:(?:\s|$)/);
    expect(sourcesOf(html, 'base-uri')).toBe("'none'");
    expect(sourcesOf(html, 'object-src')).toBe("'none'");
    expect(html).not.toMatch(/<[a-z][^>]*\son[a-z]+\s*=\s*["']/i);
  },
);

test.each(pages)(
  '$path requires trusted types, unless a third-party script cannot use them',
  ({ path, html }) => {
    const isTrusting = /;\s*require-trusted-types-for 'script'; trusted-types shop;$/.test(policyOf(html));
    expect(isTrusting).toBe(!['razorpay', 'google'].includes(guests[path] ?? ''));
  },
);

test('only the pages of the payment window allow style attributes', () => {
  const open = pages.filter(({ html }) => policyOf(html).includes("'unsafe-inline'")).map(({ path }) => path);
  expect(open.sort()).toEqual(
    Object.keys(guests)
      .filter((path) => guests[path] === 'razorpay')
      .sort(),
  );
});

test('headers keep the shop out of frames, on https, and isolated from its opener', () => {
  const { headersFor } = readRules('netlify.toml', 'dist/_redirects');
  for (const path of ['/', '/cart', '/admin', '/products/x.webp', '/service-worker.js']) {
    const headers = headersFor(path);
    expect(headers['Content-Security-Policy']).toBe("frame-ancestors 'none'");
    expect(headers['X-Content-Type-Options']).toBe('nosniff');
    expect(headers['Strict-Transport-Security']).toMatch(/^max-age=63072000; includeSubDomains$/);
    expect(headers['Referrer-Policy']).toBe('strict-origin-when-cross-origin');
    expect(headers['Cross-Origin-Opener-Policy']).toBe('same-origin-allow-popups');
    expect(headers['Permissions-Policy']).toContain('camera=()');
  }
});

test('the camera, which reads barcodes, is for the desk alone', () => {
  const { headersFor } = readRules('netlify.toml', 'dist/_redirects');
  for (const path of ['/desk', '/desk/packing', '/desk/stock']) {
    const headers = headersFor(path);
    expect(headers['Permissions-Policy']).toContain('camera=(self)');
    expect(headers['Permissions-Policy']).toContain('microphone=()');
    expect(headers['X-Robots-Tag']).toBe('noindex');
  }
  expect(headersFor('/desktop')['Permissions-Policy']).toContain('camera=()');
});

test('the site has no hidden file, source or map', () => {
  // Notes that `npm start` writes beside its own build are not deployed.
  const inner = [...files].filter((file) => /\/\.(?!inputs$)|\.(?:map|tsx?|astro|toml|lock)$/.test(file));
  expect(inner).toEqual([]);
});
