import { workerPath } from '../contract/offline.ts';
import { trustedTypesPolicy } from '../contract/trusted-types.ts';

/** What TypeScript's library does not know yet; missing from browsers without Trusted Types, which take texts. */
interface TrustedTypes {
  createPolicy: (name: string, rules: Rules) => Rules;
}

interface Rules {
  createHTML: (html: string) => string;
  createScriptURL: (address: string) => string;
}

const rules: Rules = {
  // Read apart from the page (DOMParser), where nothing of it runs; the page's policy is asked about what is inline all the
  // same, and knows only its own.
  createHTML: (html) => html.replace(/<(script|style)\b[\s\S]*?<\/\1>/g, ''),
  createScriptURL: (address) => {
    if (address !== workerPath) throw new TypeError('Only the worker of the shop is started from an address');
    return address;
  },
};

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy(trustedTypesPolicy, rules) ?? rules;

/** A document of a page that the shop has sent, without its scripts and styles. */
export function documentOf(html: string): Document {
  return new DOMParser().parseFromString(policy.createHTML(html), 'text/html');
}

/** The address of the shop's worker, as `register` takes it. */
export function workerAddress(): string {
  return policy.createScriptURL(workerPath);
}
