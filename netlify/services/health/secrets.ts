type Settings = Readonly<Record<string, string | undefined>>;

/** Shorter values are no secrets, and would hide parts of ordinary words. */
const SHORTEST = 8;
const SHORTEST_PASSWORD = 4;
const HIDDEN = '•••';

/** Takes secret settings out of a message: a provider, a mail server or a library may repeat what it was sent. */
export function withoutSecrets(text: string, settings: Settings): string {
  // The longest first: one may be a part of another.
  return secretsOf(settings)
    .toSorted((one, other) => other.length - one.length)
    .reduce((rest, secret) => rest.replaceAll(secret, HIDDEN), text);
}

function secretsOf(settings: Settings): string[] {
  return Object.entries(settings).flatMap(([name, value = '']) => {
    if (name.endsWith('URL')) return passwordsOf(value);
    if (!/KEY|SECRET|TOKEN|PASSWORD/.test(name)) return [];
    // PERSON_HASH_KEY may have two keys.
    return value.split(/\s+/).filter((part) => part.length >= SHORTEST);
  });
}

/** The password of an address as it is set, as it is sent, and as mail servers repeat it. */
function passwordsOf(address: string): string[] {
  // Nobody knows which part of a mistyped address is the password.
  const { hostname = '', username = '', password = '' } = URL.canParse(address) ? new URL(address) : {};
  if (hostname === '') return address.length >= SHORTEST ? [address] : [];
  if (password.length < SHORTEST_PASSWORD) return [];
  const [user, plain] = [decoded(username), decoded(password)];
  const base64 = (text: string) => Buffer.from(text).toString('base64');
  return [password, plain, base64(plain), base64(`\0${user}\0${plain}`)];
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
