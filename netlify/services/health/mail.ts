/** Email checks: whether the server answers, and whether other servers would trust its emails. */
import { reachMailServer } from '../../email/transport.ts';
import type { Finding } from '../../../src/contract/desk-health.ts';
import { type Check, ok, reasonOf, red, type Shop, unseen } from './finding.ts';
import { isLoopback } from './shop-at.ts';

const noSettings = ({ isInside }: Shop): Finding =>
  isInside
    ? red('not set: nobody gets an email', 'Set SMTP_URL and MAIL_FROM on Netlify and deploy again.')
    : unseen(
        'this terminal has no settings of the mail server',
        'Set SMTP_URL and MAIL_FROM as on Netlify and look again.',
      );

const server: Check = {
  name: 'Mail server',
  look: async (shop) => {
    if (!shop.settings['SMTP_URL']) return noSettings(shop);
    try {
      await reachMailServer();
      return ok('it takes the shop’s emails');
    } catch (error) {
      return red(
        reasonOf(error),
        'Correct SMTP_URL and MAIL_FROM: the address, the port (465 for smtps, 587 for smtp), user and password.',
      );
    }
  },
};

const records: Check = {
  name: 'DNS records of the sender',
  look: async (shop) => {
    const { settings, dns } = shop;
    const { SMTP_URL: url, MAIL_FROM: from } = settings;
    if (!url || !from) return noSettings(shop);
    if (URL.canParse(url) && isLoopback(new URL(url).hostname)) return ok('emails stay on this machine');
    const domain = /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? '';
    const missing = await missingRecords(domain, dns);
    if (missing.length > 0) {
      return red(
        `${domain} has no ${missing.join(', no ')}`,
        'Add the records that your mail provider names for this domain, DKIM among them: without them the shop’s emails end up as spam.',
      );
    }
    return ok(`${domain} has MX, SPF and DMARC (DKIM cannot be seen from here)`);
  },
};

async function missingRecords(domain: string, dns: Shop['dns']): Promise<string[]> {
  const texts = (name: string) => dns.txt(name).catch(nothing);
  const [mx, spf, dmarc] = await Promise.all([
    dns.mx(domain).catch(nothing),
    texts(domain),
    texts(`_dmarc.${domain}`),
  ]);
  return [
    ...(mx.length > 0 ? [] : ['MX']),
    ...(spf.some((text) => /^v=spf1\b/i.test(text)) ? [] : ['SPF']),
    ...(dmarc.some((text) => /^v=DMARC1\b/i.test(text)) ? [] : ['DMARC']),
  ];
}

/** No such record gives an empty list; any other error means that the resolver failed. */
function nothing(error: NodeJS.ErrnoException): string[] {
  if (error.code === 'ENOTFOUND' || error.code === 'ENODATA') return [];
  throw error;
}

export const mailChecks: readonly Check[] = [server, records];
