/** What a large provider says of its own addresses (their help pages, November 2026). */
interface Rule {
  domains: RegExp;
  /** The domain under which the same mailbox is counted, where one mailbox has several. */
  as?: string;
  /** Letters of the name that make no difference. */
  ignored?: RegExp;
  /** Where a part of the shopper's own choice begins, beside `+`. */
  tag?: string;
}

const rules: readonly Rule[] = [
  { domains: /^(?:gmail|googlemail)\.com$/, as: 'gmail.com', ignored: /\./g },
  { domains: /^(?:proton\.me|protonmail\.(?:com|ch)|pm\.me)$/, as: 'proton.me', ignored: /[._-]/g },
  { domains: /^(?:icloud|me|mac)\.com$/, as: 'icloud.com' },
  // Disposable addresses are a base name, a hyphen and a word; no name of a mailbox has a hyphen.
  { domains: /^(?:yahoo\.[a-z.]+|ymail\.com|rocketmail\.com|myyahoo\.com)$/, tag: '-' },
  { domains: /^(?:yandex\.[a-z.]+|ya\.ru)$/, as: 'yandex.com', ignored: /[.-]/g },
];

/** `asha@…` and `anything@asha.…` are one mailbox. */
const SUBDOMAINS = /^([^.]+)\.(fastmail\.(?:com|fm))$/;

/**
 * The mailbox behind an e-mail, so that one mailbox is one person however it is spelled. Most servers put `asha+shop@…`
 * into that of `asha@…`, Outlook's, Fastmail's and Zoho's among them; `rules` has what large providers do beside that.
 * Nothing is sent to this form.
 * @param email as `normaliseEmail` gives it
 */
export function mailboxOf(email: string): string {
  const plain = withoutTag(email, '+');
  const { name, domain } = partsOf(plain);
  const [, user, host] = SUBDOMAINS.exec(domain) ?? [];
  if (user !== undefined && host !== undefined) return `${user}@${host}`;
  const rule = rules.find(({ domains }) => domains.test(domain));
  if (!rule) return plain;
  const tagged = rule.tag === undefined ? plain : withoutTag(plain, rule.tag);
  const kept = rule.ignored ? partsOf(tagged).name.replace(rule.ignored, '') : partsOf(tagged).name;
  return `${kept === '' ? name : kept}@${rule.as ?? domain}`;
}

/** The form by which mailboxes were counted before `rules`: what was counted then is still looked up by it. */
export function mailboxOnceOf(email: string): string {
  return withoutTag(email, '+');
}

/** Without what follows the mark in the name; a name that begins with it stays. */
function withoutTag(email: string, mark: string): string {
  const { name, domain } = partsOf(email);
  const at = name.indexOf(mark);
  return at > 0 ? `${name.slice(0, at)}@${domain}` : email;
}

function partsOf(email: string): { name: string; domain: string } {
  const at = email.lastIndexOf('@');
  return { name: email.slice(0, Math.max(at, 0)), domain: email.slice(at + 1) };
}
