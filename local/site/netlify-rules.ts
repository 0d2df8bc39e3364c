/** The `[[headers]]` and `[[redirects]]` of netlify.toml and the site's `_redirects`, as Netlify applies them. */
import { existsSync, readFileSync } from 'node:fs';
import { parse } from 'smol-toml';
import { compilePattern, type HeaderRule, headersBy } from '../../netlify/services/health/header-rules.ts';
import { SetupError } from '../../scripts/setup.mjs';

export interface RedirectRule {
  from: string;
  to: string;
  status?: number;
  force?: boolean;
}

export interface NetlifyRules {
  headersFor: (pathname: string) => Record<string, string>;
  redirectFor: (pathname: string) => { to: string; status: number; force: boolean } | undefined;
}

const STATUSES = [200, 301, 302, 303, 307, 308, 404];

export function compileRules(headers: HeaderRule[], redirects: RedirectRule[]): NetlifyRules {
  const redirectRules = redirects.map(({ from, to, status = 301, force = false, ...rest }) => {
    const unknown = Object.keys(rest);
    if (unknown.length > 0 || !STATUSES.includes(status) || !/^\/|^https?:\/\//.test(to)) {
      throw new SetupError(
        `netlify.toml: the local shop cannot follow the redirect from ${from}; use only from, to, force and a status of ${STATUSES.join(', ')}.`,
      );
    }
    if (status === 200 && !to.startsWith('/')) {
      throw new SetupError(
        `netlify.toml: the rewrite from ${from} leaves the site; the local shop serves no proxies.`,
      );
    }
    return { pattern: compilePattern(from), to, status, force };
  });
  return {
    headersFor: headersBy(headers),
    redirectFor: (asked) => {
      // Netlify's rules ignore a slash at the end.
      const pathname = asked.replace(/(?<=.)\/+$/, '');
      for (const { pattern, to, status, force } of redirectRules) {
        const found = pattern.exec(pathname);
        if (!found) continue;
        const target = to.replace(/:([A-Za-z_]\w*)/g, (whole, name: string) => found.groups?.[name] ?? whole);
        return { to: target, status, force };
      }
      return undefined;
    },
  };
}

/** A line of `_redirects`: `from to [status[!]]`. @throws SetupError for any other syntax */
function ruleOf(line: string): RedirectRule {
  const [, from, to, status, force] = /^(\S+)\s+(\S+)(?:\s+(\d{3})(!?))?$/.exec(line) ?? [];
  if (from === undefined || to === undefined) {
    throw new SetupError(
      `_redirects: the local shop cannot follow "${line}"; it knows from, to and a status.`,
    );
  }
  return { from, to, ...(status !== undefined && { status: Number(status) }), force: force === '!' };
}

/** @param redirects the site's own `_redirects`, whose rules come first */
export function readRules(file: string, redirects?: string): NetlifyRules {
  const textOf = (path: string | undefined): string =>
    path !== undefined && existsSync(path) ? readFileSync(path, 'utf8') : '';
  const settings = parse(textOf(file));
  const lines = textOf(redirects)
    .split('\n')
    .map((line) => line.replace(/(?:^|\s)#.*$/, '').trim())
    .filter(Boolean);
  return compileRules((settings['headers'] ?? []) as unknown as HeaderRule[], [
    ...lines.map(ruleOf),
    ...((settings['redirects'] ?? []) as unknown as RedirectRule[]),
  ]);
}
