/** A built site in the local shop, under its rules. */
import { join } from 'node:path';
import { type FunctionHost, hostFunctions } from '../../local/functions/functions-host.ts';
import { openImages } from '../../local/images.ts';
import { composeShop } from '../../local/shop.ts';
import type { compileRules } from '../../local/site/netlify-rules.ts';
import { openSite } from '../../local/site/static-site.ts';

type Rules = ReturnType<typeof compileRules>;

/** @param dist the folder of the site, which its pictures lie in too */
export function serveSite(dist: string, rules: Rules, functions: FunctionHost = hostFunctions(new Map())) {
  const images = openImages({ sources: [dist], cacheFolder: join(dist, '../images') });
  return composeShop({ functions, images, site: openSite(dist, rules), rules });
}
