/** Page checks: headers, content policies, compression, pictures and caching in the CDN. */
import { comingSoonPath } from '../../../src/contract/coming-soon.ts';
import { paths } from '../../../src/contract/paths.ts';
import { deskPaths } from '../../../src/contract/desk-paths.ts';
import { DAY_S } from '../../../src/domain/time-units.ts';
import { type Check, isBeforeLaunch, ok, red, type Shop } from './finding.ts';
import { readHeaderRules } from './header-rules.ts';

const MISSING = '/there-is-no-such-page';
/** The marketers' editor. */
const EDITOR = '/admin';

/** One page of each kind; before the launch, only the open ones. */
async function pagesOf(shop: Shop): Promise<string[]> {
  const always = [paths.login, paths.profile, paths.orders, paths.verify, paths.privacy, EDITOR, MISSING];
  if (await isBeforeLaunch(shop)) return [comingSoonPath, ...always];
  const shown = await shop.product();
  // Only a build with staff has a desk.
  const hasDesk = (await askPage(shop, deskPaths.today)).status !== 404;
  return [
    paths.home,
    paths.collection,
    paths.cart,
    paths.placeOrder,
    ...(shown ? [shown] : []),
    ...(hasDesk ? [deskPaths.today] : []),
    ...always,
  ];
}

/** The reply for a page; a server may put the slash of a folder behind its path. */
async function askPage({ ask }: Shop, page: string): Promise<Response> {
  const response = await ask(page);
  return response.headers.get('location')?.endsWith(`${page}/`) ? ask(`${page}/`) : response;
}

/** All at once, because a check has little time. */
async function repliesOf(shop: Shop): Promise<[page: string, response: Response][]> {
  const pages = await pagesOf(shop);
  return Promise.all(pages.map(async (page) => [page, await askPage(shop, page)]));
}

const deployAgain = 'Deploy again from the repository; netlify.toml has to lie in its root folder.';

const headers: Check = {
  name: 'Headers of each kind of page',
  look: async (shop) => {
    const headersFor = await readHeaderRules();
    const replies = await repliesOf(shop);
    for (const [page, response] of replies) {
      const right = page === MISSING ? 404 : 200;
      if (response.status !== right)
        return red(`${page} answers ${response.status}, not ${right}`, deployAgain);
      for (const [name, value] of Object.entries(headersFor(page))) {
        const sent = response.headers.get(name);
        if (sent !== value) return red(`${page}: ${name} is ${sent ?? 'missing'}`, deployAgain);
      }
    }
    return ok(`${replies.length} pages as netlify.toml says`);
  },
};

const policies: Check = {
  name: 'Content policy of each kind of page',
  look: async (shop) => {
    const replies = await repliesOf(shop);
    for (const [page, response] of replies) {
      const problem = problemOfPolicy(await response.text());
      if (problem) {
        return red(
          `${page}: ${problem}`,
          'Switch off what changes pages after the build (Netlify, Build & deploy, Post processing, snippets), and deploy again.',
        );
      }
    }
    return ok(`${replies.length} pages run only scripts that they name`);
  },
};

export function problemOfPolicy(html: string): string | undefined {
  const meta = /<meta\s+http-equiv="content-security-policy"\s+content="([^"]*)"/i.exec(html)?.[1];
  if (meta === undefined) return 'the page has no policy';
  const directives = new Map(
    meta
      .replaceAll('&#39;', "'")
      .split(';')
      .map((part) => part.trim().split(/\s+/))
      .map(([name = '', ...values]) => [name, values]),
  );
  const scripts = directives.get('script-src');
  // The editor names every source itself.
  if (!["'self'", "'none'"].includes(directives.get('default-src')?.join() ?? ''))
    return "default-src is not 'self'";
  if (!scripts) return 'script-src is missing';
  const open = scripts.find((source) => /^(?:'unsafe-(?:inline|eval)'|\*|https?:|data:|blob:)$/.test(source));
  if (open) return `script-src allows ${open}`;
  // An injected script has no hash in the policy, so browsers block it.
  return undefined;
}

const compression: Check = {
  name: 'Compression',
  look: async ({ ask }) => {
    const encoding = (await ask(paths.privacy, { 'Accept-Encoding': 'br' })).headers.get('content-encoding');
    return encoding === 'br'
      ? ok('Brotli')
      : red(
          `pages come ${encoding ?? 'uncompressed'}`,
          'A proxy between the shop and its visitors unpacks pages: switch it off for this domain, or let it pass Brotli.',
        );
  },
};

/** The first resized picture of a page. */
async function pictureOf({ ask, product }: Shop): Promise<string | null> {
  const page = await product();
  if (page === null) return null;
  const found = /(?:src|srcset)="(\/\.netlify\/images\?[^" ]+)/.exec(await (await ask(page)).text())?.[1];
  return found?.replaceAll('&amp;', '&') ?? null;
}

const noPictures = ok('no product is open yet');

const formats: Check = {
  name: 'Pictures: formats',
  look: async (shop) => {
    const picture = await pictureOf(shop);
    if (picture === null) return noPictures;
    const offers = { 'image/avif': 'image/avif,image/webp,*/*', 'image/webp': 'image/webp,*/*' };
    const types: string[] = [];
    for (const accept of Object.values(offers)) {
      const response = await shop.ask(picture, { Accept: accept });
      types.push(
        response.ok ? (response.headers.get('content-type') ?? 'none') : `status ${response.status}`,
      );
    }
    const [best, second] = types;
    if (/^image\/(?:avif|webp)$/.test(best ?? '') && second === 'image/webp') return ok(types.join(' and '));
    return red(
      `phones that take AVIF get ${best}, those that take WebP get ${second}`,
      'Netlify Image CDN has to be on for this site (it answers /.netlify/images); no proxy may change the header Accept.',
    );
  },
};

const pictureCache: Check = {
  name: 'Pictures: cache',
  look: async (shop) => {
    const picture = await pictureOf(shop);
    if (picture === null) return noPictures;
    const caching =
      (await shop.ask(picture, { Accept: 'image/webp' })).headers.get('cache-control') ?? 'none';
    const seconds = Number(/max-age=(\d+)/.exec(caching)?.[1] ?? 0);
    return seconds >= DAY_S ? ok(caching) : red(`Cache-Control: ${caching}`, deployAgain);
  },
};

const sharedCalls: Check = {
  name: 'CDN cache of public calls',
  look: async ({ ask, product }) => {
    const id = (await product())?.split('/').at(-1);
    if (id === undefined) return ok('no product is open yet');
    const statuses: string[] = [];
    for (let round = 0; round < 3; round += 1) {
      const response = await ask(`/api/product/stock?id=${id}`);
      await response.arrayBuffer();
      const cdnPolicy = response.headers.get('netlify-cdn-cache-control');
      // The local shop has no CDN and returns the header meant for a CDN.
      if (cdnPolicy?.startsWith('public')) return ok(`as asked: ${cdnPolicy}`);
      statuses.push(response.headers.get('cache-status') ?? 'no Cache-Status');
      if (/\bhit\b/.test(statuses.at(-1) ?? '')) return ok('the second visitor is answered by the CDN');
    }
    return red(
      `not once in three: ${statuses.at(-1)}`,
      'Take password protection off this site (Netlify caches nothing behind it), and let no proxy change queries.',
    );
  },
};

const privateCalls: Check = {
  name: 'Answers for one shopper',
  look: async ({ ask }) => {
    const answer = await ask('/api/notification/user', { token: 'none' });
    const caching = answer.headers.get('cache-control') ?? 'none';
    return caching.includes('no-store') && !/\bhit\b/.test(answer.headers.get('cache-status') ?? '')
      ? ok('are kept nowhere')
      : red(`Cache-Control: ${caching}`, 'A proxy keeps answers of /api: switch it off for this domain.');
  },
};

export const pageChecks: readonly Check[] = [
  headers,
  policies,
  compression,
  formats,
  pictureCache,
  sharedCalls,
  privateCalls,
];
