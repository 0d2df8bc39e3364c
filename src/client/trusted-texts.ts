import { workerPath } from '../contract/offline.ts';
import { trustedTypesPolicy } from '../domain/config.ts';

/**
 * TypeScript's library does not have this type yet. Browsers without Trusted Types lack it and accept plain strings.
 */
interface TrustedTypes {
  createPolicy: (name: string, rules: Rules) => Rules;
}

interface Rules {
  createHTML: (html: string) => string;
  createScriptURL: (address: string) => string;
}

const rules: Rules = {
  // DOMParser never runs inline scripts and styles, but the page's content security policy still checks them and does
  // not allow them.
  createHTML: (html) => html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ''),
  createScriptURL: (address) => {
    if (address !== workerPath) throw new TypeError('Only the worker of the shop is started from an address');
    return address;
  },
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy(trustedTypesPolicy, rules) ?? rules;

/** Parses a page that the shop has sent, without its scripts and styles. */
export function documentOf(html: string): Document {
  return new DOMParser().parseFromString(policy.createHTML(html), 'text/html');
}

/** The address of the shop's service worker, as `register` accepts it. */
export function workerAddress(): string {
  return policy.createScriptURL(workerPath);
}
