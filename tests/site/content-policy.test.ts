import { expect, test } from 'vitest';
import { readRules } from '../../local/site/netlify-rules.ts';
import { files, pages } from './pages.ts';

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

function policyOf(html: string): string {
  return /http-equiv="Content-Security-Policy"\s+content="([^"]*)"/i.exec(html)?.[1] ?? '';
}

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

test.each(pages)(
  'the policy of $path lets it speak to the shop and to the service that it needs',
  ({ path, html }) => {
    const service = guests[path];
    expect(othersIn(html).sort()).toEqual(service ? [...(services[service] ?? [])].sort() : []);
  },
);

test.each(pages)(
  '$path runs no script but files of the shop and what its policy names by hash',
  ({ html }) => {
    const directive = (name: string) =>
      new RegExp(`(?:^|;)\\s*${name}\\s([^;]*)`).exec(policyOf(html))?.[1] ?? '';
    expect(directive('script-src')).toMatch(/'self'/);
    expect(directive('script-src')).not.toMatch(/unsafe|\*|data:|blob:|\shttps?:(?:\s|$)/);
    expect(directive('base-uri')).toBe("'none'");
    expect(directive('object-src')).toBe("'none'");
    expect(html).not.toMatch(/<[a-z][^>]*\son[a-z]+\s*=\s*["']/i);
  },
);

test.each(pages)('$path takes no text for markup, unless a guest’s script must', ({ path, html }) => {
  const isTrusting = /;\s*require-trusted-types-for 'script'; trusted-types shop;$/.test(policyOf(html));
  expect(isTrusting).toBe(!['razorpay', 'google'].includes(guests[path] ?? ''));
});

test('styles in attributes are open to the payment window’s pages alone', () => {
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

test('the site has no hidden file, source or map', () => {
  // What `npm start` notes beside its own build is not deployed.
  const inner = [...files].filter((file) => /\/\.(?!inputs$)|\.(?:map|tsx?|astro|toml|lock)$/.test(file));
  expect(inner).toEqual([]);
});
