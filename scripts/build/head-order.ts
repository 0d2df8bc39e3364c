/**
 * The order of a page's head is the order in which a slow network brings what it names. So the policy comes first, then
 * the page's scripts, which are small, the picture that it opens with, and its fonts (until they are there, a fallback of
 * their measures stands in): all before the styles, because a font that these ask for first is more urgent to a browser than
 * any script. What only other programs read comes last.
 */
import type { AstroIntegration } from 'astro';
import { changePages } from './pages.ts';

export function headOrder(): AstroIntegration {
  return {
    name: 'head-order',
    hooks: {
      'astro:build:done': ({ dir }) => changePages(dir, inOrder),
    },
  };
}

const FIRST = /^<meta charset="[^"]*">(?:<meta name="viewport"[^>]*>)?/;
const POLICY = /<meta http-equiv="content-security-policy"[^>]*>/gi;
const MODULES = /<link rel="modulepreload"[^>]*>/g;
const FONTS = /<link rel="preload"[^>]* as="font"[^>]*>/g;
const FOR_OTHERS = /<meta (?:property|name)="(?:og|twitter|article):[^>]*>/g;

export function inOrder(html: string): string {
  const begin = html.indexOf('<head>') + '<head>'.length;
  const end = html.indexOf('</head>');
  if (begin < '<head>'.length || end < 0) return html;
  let rest = html.slice(begin, end);
  const take = (pattern: RegExp): string => {
    const found = rest.match(pattern) ?? [];
    rest = rest.replace(pattern, '');
    return found.join('');
  };
  const first = take(FIRST);
  const policy = take(POLICY);
  const modules = take(MODULES);
  const fonts = take(FONTS);
  const forOthers = take(FOR_OTHERS);
  const body = html.slice(end);
  const head = [first, policy, modules, openingPicture(body), fonts, rest, forOthers].join('');
  return html.slice(0, begin) + head + body;
}

/** The first picture that is fetched ahead of the rest; one with crops of its own per window is left to its element. */
function openingPicture(body: string): string {
  const [image = ''] = /<img\b[^>]*\sfetchpriority="high"[^>]*>/.exec(body) ?? [];
  const srcset = / srcset="([^"]*)"/.exec(image)?.[1];
  const sizes = / sizes="([^"]*)"/.exec(image)?.[1];
  const before = body.slice(0, body.indexOf(image));
  const hasCrops = before.lastIndexOf('<picture') > before.lastIndexOf('</picture>');
  if (!srcset || !sizes || hasCrops) return '';
  return `<link rel="preload" as="image" imagesrcset="${srcset}" imagesizes="${sizes}" fetchpriority="high">`;
}
