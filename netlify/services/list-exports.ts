import { sizesOf, type Product } from '../../src/domain/product.ts';
import type { EmailList } from '../../src/contract/desk-lists.ts';
import { readInterests } from '../storage/early-orders.ts';
import { readSubscriptions } from '../storage/newsletter.ts';
import { readWaiting } from '../storage/owner-queues.ts';
import { readWaitlist } from '../storage/waitlist.ts';
import type { CsvRow } from './csv.ts';

/** The shop's email lists as tables, for the command line and the desk. */
export interface ListExport {
  name: EmailList;
  description: string;
  columns: readonly string[];
  read: (catalogue: readonly Product[], wanted: { all?: boolean }) => Promise<CsvRow[]>;
  /** Describes the rows that `all` adds. */
  all?: string;
}

const time = new Intl.DateTimeFormat('en-IN', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'Asia/Kolkata',
});
const timeOf = (at: number): string => time.format(at);

export const listExports: readonly ListExport[] = [
  {
    name: 'waitlist',
    description: 'Waitlist for the launch',
    columns: ['email', 'name', 'message', 'since', 'privacyPolicy', 'formSent'],
    read: async () =>
      (await readWaitlist()).map(({ email, name, message, at, privacyVersion, formSent }) => ({
        email,
        name,
        message,
        since: timeOf(at),
        privacyPolicy: privacyVersion,
        formSent: formSent ? 'yes' : 'no',
      })),
  },
  {
    name: 'newsletter',
    description: 'Newsletter subscribers',
    columns: ['email', 'state', 'since', 'confirmed', 'privacyPolicy'],
    all: 'include unconfirmed emails, which must not get emails',
    read: async (_catalogue, { all = false }) =>
      (await readSubscriptions())
        .filter(({ confirmedAt }) => all || confirmedAt !== null)
        .map(({ email, at, confirmedAt, privacyVersion }) => ({
          email,
          state: confirmedAt === null ? 'unconfirmed' : 'confirmed',
          since: timeOf(at),
          confirmed: confirmedAt === null ? '' : timeOf(confirmedAt),
          privacyPolicy: privacyVersion,
        })),
  },
  {
    name: 'notify',
    description: 'Back-in-stock subscriptions',
    columns: ['product', 'size', 'email', 'since'],
    read: readBackInStock,
  },
  {
    name: 'early-order',
    description: 'Interest in early-order products',
    columns: ['product', 'size', 'email', 'name', 'phone', 'since'],
    read: readEarlyOrders,
  },
];

async function readBackInStock(catalogue: readonly Product[]): Promise<CsvRow[]> {
  const sizes = catalogue.flatMap((product) =>
    sizesOf(product).map((size) => ({ productId: product.id, size })),
  );
  const waiting = await readWaiting(sizes);
  return sizes.flatMap(({ productId: product, size }, at) =>
    (waiting[at] ?? []).map(({ email, since }) => ({ product, size, email, since: timeOf(since) })),
  );
}

/** A list may remain after a product goes on sale, so every product is read. */
async function readEarlyOrders(catalogue: readonly Product[]): Promise<CsvRow[]> {
  const lists = await readInterests(catalogue.map(({ id }) => id));
  return catalogue.flatMap(({ id: product }, place) =>
    (lists[place] ?? []).map(({ email, name, phone, size = '', at }) => {
      return { product, size, email, name, phone, since: timeOf(at) };
    }),
  );
}
