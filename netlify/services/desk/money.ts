import type { DeskBody } from '../../../src/contract/desk.ts';
import type { MoneyReplies, WirePayouts } from '../../../src/contract/desk-money.ts';
import { deskMoneyMessages } from '../../../src/contract/messages/desk-stock-and-money.ts';
import { bestSellersShown } from '../../../src/domain/config.ts';
import { endOf, startOf } from '../../../src/domain/days.ts';
import { dueOf, gstSummaryFrom } from '../../../src/domain/gst-summary.ts';
import {
  type CourierCash,
  courierCashFrom,
  courierKey,
  sellersFrom,
} from '../../../src/domain/order-sums.ts';
import type { Staff } from '../../../src/domain/staff.ts';
import { salesLinesFrom } from '../../../src/domain/sales.ts';
import { inRupees } from '../../../src/domain/tax-document.ts';
import { isProviderFailure } from '../../payments/payment-provider.ts';
import { providersOffered } from '../../payments/providers.ts';
import { readSumsAndCash, setCashReceived } from '../../storage/cash-received.ts';
import { readCountedUntil, readSums } from '../../storage/order-sums.ts';
import { logEntry } from '../../storage/staff-log.ts';
import { csvPart, csvText } from '../csv.ts';
import { INVOICE_COLUMNS, invoiceRows, TAX_COLUMNS } from '../invoice-csv.ts';
import { type DocumentPlace, documentPlaces, readDocuments } from '../invoices.ts';
import { productById } from '../products.ts';
import { Refused } from '../refusal.ts';
import { sales } from '../sales.ts';
import { SALES_COLUMNS, salesRow } from '../sales-csv.ts';
import { changed } from './refusal.ts';

type Reply<Name extends keyof MoneyReplies> = Promise<MoneyReplies[Name]>;

/** A month from its running sums: one round trip, and no order is read. */
export async function month(_: Staff, { month: wanted }: DeskBody<'money.month'>): Reply<'money.month'> {
  const { sums, received } = await readSumsAndCash([`sales:${wanted}`, `gst:${wanted}`, ...CASH_BOOKS]);
  const [sales, gst, ...cash] = sums;
  return {
    success: true,
    lines: salesLinesFrom(sales ?? new Map()),
    gst: gstSummaryFrom(gst ?? new Map()),
    cash: cashFrom(cash, received),
  };
}

const CASH_BOOKS = ['cash', 'collected'] as const;

const cashFrom = ([onWay, collected]: readonly Map<string, number>[], received: Map<string, number>) =>
  courierCashFrom(onWay ?? new Map(), collected ?? new Map(), received);

async function readCash(): Promise<CourierCash[]> {
  const { sums, received } = await readSumsAndCash(CASH_BOOKS);
  return cashFrom(sums, received);
}

/**
 * @throws Refused 'not-found' for a courier without cash, 'invalid' if less than nothing would have come in;
 *   DeskRefused 'changed' if the sum is not the one that was seen
 */
export async function cashReceived(
  staff: Staff,
  { courier: typed, paise: by, seen, note }: DeskBody<'money.cashReceived'>,
): Reply<'money.cashReceived'> {
  const courier = courierKey(typed);
  const known = (await readCash()).find((each) => courierKey(each.courier) === courier);
  if (!known) throw new Refused('not-found', deskMoneyMessages.noCourier);
  const paise = seen + by;
  if (paise < 0) throw new Refused('invalid', deskMoneyMessages.cashTooLow);
  const entry = logEntry(
    staff,
    'money.cashReceived',
    `courier:${courier}`,
    { receivedPaise: seen },
    { receivedPaise: paise },
    note || undefined,
  );
  if (!(await setCashReceived(courier, { seen, paise }, entry))) throw changed(await readCash());
  return { success: true, cash: await readCash() };
}

/** From the running sums of the month; from its orders while older ones are still being counted. */
export async function best(_: Staff, { month: wanted }: DeskBody<'money.best'>): Reply<'money.best'> {
  const [[sums = new Map<string, number>()], countedUntil] = await Promise.all([
    readSums([`sellers:${wanted}`]),
    readCountedUntil(),
  ]);
  const sellers =
    countedUntil === null ? sellersFrom(sums) : (await sales(...spanOf(wanted), () => {})).bestSellers;
  return {
    success: true,
    sellers: sellers.slice(0, bestSellersShown).map((seller) => ({
      ...seller,
      // A product that is not in the catalogue any more has only its id.
      name: productById(seller.productId)?.name ?? seller.productId,
    })),
  };
}

/** Asks every provider that has keys; one that does not answer hides no other. */
export async function payouts(
  _: Staff,
  { month: wanted }: DeskBody<'money.payouts'>,
): Reply<'money.payouts'> {
  const [from, to] = spanOf(wanted);
  const providers = providersOffered().map(async (provider): Promise<WirePayouts> => {
    try {
      return { provider: provider.id, payouts: await provider.payouts(from, to), problem: null };
    } catch (error) {
      if (!isProviderFailure(error)) throw error;
      return { provider: provider.id, payouts: [], problem: `${error.message}.` };
    }
  });
  return { success: true, providers: await Promise.all(providers) };
}

const GST_COLUMNS = [...TAX_COLUMNS, 'invoiced', 'credited'];

export async function exportTable(
  _: Staff,
  { month: wanted, table, after }: DeskBody<'money.export'>,
): Reply<'money.export'> {
  if (table === 'documents') return documents(wanted, after);
  const [sums = new Map<string, number>()] = await readSums([
    table === 'sales' ? `sales:${wanted}` : `gst:${wanted}`,
  ]);
  if (table === 'sales') {
    const csv = csvText(SALES_COLUMNS, salesLinesFrom(sums).map(salesRow), true);
    return { success: true, csv, next: null };
  }
  const rows = gstSummaryFrom(sums).rows.map((row) => ({
    'place of supply': row.state,
    'state code': row.stateCode,
    rate: row.rate,
    ...inRupees(dueOf(row)),
    invoiced: inRupees(row.invoiced).total,
    credited: inRupees(row.credited).total,
  }));
  return { success: true, csv: csvText(GST_COLUMNS, rows, true), next: null };
}

/** Documents of one reply: some 300 kB of CSV from 3 MB of orders. */
const DOCUMENTS_AT_ONCE = 2_000;

async function documents(wanted: string, after: string | undefined): Reply<'money.export'> {
  const [from, to] = spanOf(wanted);
  const all = await documentPlaces(from, to);
  // By the number and not by how many came before: meanwhile the shop issues more.
  const begin = after === undefined ? 0 : all.findIndex((place) => nameOf(place) === after) + 1;
  const part = all.slice(begin, begin + DOCUMENTS_AT_ONCE);
  // An order that cannot be read is missing here; the jobs have informed the owner.
  const rows = (await readDocuments(part, from, to, () => {})).flatMap(invoiceRows);
  const last = part.at(-1);
  return {
    success: true,
    csv: csvPart(INVOICE_COLUMNS, rows, begin === 0),
    next: last && begin + part.length < all.length ? nameOf(last) : null,
  };
}

const nameOf = ({ series, financialYear, number }: DocumentPlace) => `${series}/${financialYear}/${number}`;

/** The first and last ms of a month, `YYYY-MM`. */
function spanOf(wanted: string): [from: number, to: number] {
  const from = startOf(`${wanted}-01`);
  const [year = 0, number = 0] = wanted.split('-').map(Number);
  const days = new Date(Date.UTC(year, number, 0)).getUTCDate();
  return [from, endOf(`${wanted}-${days}`)];
}
