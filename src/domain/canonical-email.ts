/** A rule of a large provider for its own addresses (their help pages, November 2026). */
interface Rule {
  domains: RegExp;
  /** The main domain, if one mailbox has several. */
  as?: string;
  /** Characters of the name that make no difference. */
  ignored?: RegExp;
  /** A further character, beside `+`, after which the shopper chooses freely. */
  tag?: string;
}

const rules: readonly Rule[] = [
  { domains: /^(?:gmail|googlemail)\.com$/, as: 'gmail.com', ignored: /\./g },
  { domains: /^(?:proton\.me|protonmail\.(?:com|ch)|pm\.me)$/, as: 'proton.me', ignored: /[._-]/g },
  { domains: /^(?:icloud|me|mac)\.com$/, as: 'icloud.com' },
  // Disposable addresses are a base name, a hyphen and a word; mailbox names have no hyphen.
  { domains: /^(?:yahoo\.[a-z.]+|ymail\.com|rocketmail\.com|myyahoo\.com)$/, tag: '-' },
  { domains: /^(?:yandex\.[a-z.]+|ya\.ru)$/, as: 'yandex.com', ignored: /[.-]/g },
];

/** `asha@…` and `anything@asha.…` are one mailbox. */
const SUBDOMAINS = /^([^.]+)\.(fastmail\.(?:com|fm))$/;

/**
 * The mailbox behind an email address, so that each mailbox counts as one person however it is spelled. Most servers
 * deliver `asha+shop@…` to `asha@…`, also Outlook, Fastmail and Zoho; `rules` has the rest for large providers. Nothing
 * is sent to this form.
 * @param email in the form that `normaliseEmail` returns
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

/** The mailbox form from before `rules`: old records are still looked up by it. */
export function legacyMailboxOf(email: string): string {
  return withoutTag(email, '+');
}

/** Removes the mark and the text after it from the name; a name that begins with the mark stays. */
function withoutTag(email: string, mark: string): string {
  const { name, domain } = partsOf(email);
  const at = name.indexOf(mark);
  return at > 0 ? `${name.slice(0, at)}@${domain}` : email;
}

function partsOf(email: string): { name: string; domain: string } {
  const at = email.lastIndexOf('@');
  return { name: email.slice(0, Math.max(at, 0)), domain: email.slice(at + 1) };
}
