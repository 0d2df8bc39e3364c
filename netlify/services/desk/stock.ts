import { deskStockMessages } from '../../../src/contract/messages/desk-stock-and-money.ts';
import type { DeskBody } from '../../../src/contract/desk.ts';
import {
  type StockReplies,
  type StockChange,
  type StockFilter,
  type WireStock,
  STOCK_ROWS_MAX,
} from '../../../src/contract/desk-stock.ts';
import type { Staff } from '../../../src/domain/staff.ts';
import { cannotMail } from '../cannot-mail.ts';
import type { Variant } from '../../storage/back-in-stock.ts';
import { logEntry } from '../../storage/staff-log.ts';
import { writeLog } from '../../storage/staff-view-log.ts';
import { initialStock } from '../../storage/stock.ts';
import { readCounts, readPieces, setCounts } from '../../storage/stock-counts.ts';
import { csvPart } from '../csv.ts';
import { productById } from '../products.ts';
import { sendBackInStockEmails } from '../reconciliation.ts';
import { Refused } from '../refusal.ts';
import { restock } from '../restock.ts';
import { EXPORT_COLUMNS, knownSize, readStockCsv } from '../stock-csv.ts';
import type { DeskCall } from './desk-call.ts';
import { logOf } from './log.ts';
import { changed } from './refusal.ts';
import { allShelves, isLow, type Shelf, variantsOf } from './stock-catalogue.ts';

type Reply<Name extends keyof StockReplies> = Promise<StockReplies[Name]>;

/** Products of a page. */
const PAGE = 40;
/** Products per round trip if few of them may fit: some 300 kB. */
const FILTERED = 500;
/** The entries of the log that a size shows. */
const LOG_ENTRIES = 20;
/** How long back-in-stock emails are sent after a change; the reconciliation job sends the rest. */
const EMAILS_MS = 8_000;

export async function list(
  _: Staff,
  { search = '', only = 'all', from = 0 }: DeskBody<'stock.list'>,
): Reply<'stock.list'> {
  const words = wordsOf(search);
  const found: StockReplies['stock.list']['products'] = [];
  const all = allShelves();
  let at = from;
  const most = only === 'all' ? PAGE : FILTERED;
  while (at < all.length && found.length < PAGE) {
    const page: { shelf: Shelf; after: number }[] = [];
    for (; at < all.length && page.length < most; at += 1) {
      const shelf = all[at];
      if (shelf && fits(shelf, words)) page.push({ shelf, after: at + 1 });
    }
    const rows = await readRows(variantsOf(page.map(({ shelf }) => shelf)));
    const byProduct = Map.groupBy(rows, ({ productId }) => productId);
    for (const { shelf, after } of page) {
      const { id, name, picture } = shelf;
      const sizes = (byProduct.get(id) ?? []).filter((row) => isWanted(row, only));
      if (sizes.length > 0) found.push({ id, name, picture, sizes });
      if (found.length < PAGE) continue;
      at = after;
      break;
    }
  }
  return { success: true, products: found, next: at < all.length ? at : null };
}

/** Words of a name or an id; of a product's address only the id, because labels may carry the address. */
function wordsOf(typed: string): string[] {
  const address = /\/product\/([\w-]+)/.exec(typed);
  return (address?.[1] ?? typed)
    .toLowerCase()
    .split(/[\s:]+/)
    .filter((word) => word !== '');
}

function fits({ id, name }: Shelf, words: readonly string[]): boolean {
  const text = `${id} ${name.toLowerCase()}`;
  return words.every((word) => text.includes(word));
}

function isWanted(row: WireStock, only: StockFilter): boolean {
  if (only === 'low') return isLow(row);
  if (only === 'sold-out') return row.pieces === 0;
  if (only === 'back') return row.waiting > 0 && row.pieces > 0;
  return only === 'waiting' ? row.waiting > 0 : true;
}

async function readRows(variants: readonly Variant[]): Promise<WireStock[]> {
  const counts = await readCounts(variants);
  return variants.flatMap(({ productId, size }, at) => {
    const count = counts[at];
    return count ? [{ productId, size, ...count }] : [];
  });
}

/** @throws Refused 'invalid' for an unknown size; DeskRefused 'changed' if a number has moved since it was seen */
export async function change(
  staff: Staff,
  { rows, isShelf, reason }: DeskBody<'stock.change'>,
  call: Pick<DeskCall, 'after'>,
): Reply<'stock.change'> {
  const variants = rows.map(variantOf);
  const names = new Set(variants.map(({ productId, size }) => `${productId}/${size}`));
  if (names.size < rows.length) throw new Refused('invalid', deskStockMessages.twice);
  const lines = rows
    .map((row) => ({ ...row, initial: variantOf(row).initial }))
    .filter(({ seen, pieces }) => seen !== pieces);
  if (lines.length > 0) {
    const log = lines.map(({ productId, size, seen, pieces }) => {
      const subject = subjectOf(productId, size);
      return isShelf
        ? logEntry(staff, 'stock.count', subject, { shelf: seen }, { shelf: pieces }, reason)
        : logEntry(staff, 'stock.change', subject, { pieces: seen }, { pieces }, reason);
    });
    if (!(await setCounts(lines, isShelf, log))) throw changed(await readRows(variants));
  }
  const now = await readRows(variants);
  if (now.some(({ waiting, pieces }) => waiting > 0 && pieces > 0)) {
    call.after(async () => {
      await sendBackInStockEmails(Date.now() + EMAILS_MS);
    });
  }
  return { success: true, rows: now };
}

const subjectOf = (productId: string, size: string) => `stock:${productId}/${size}`;

/** @throws Refused */
function variantOf({ productId, size }: Pick<StockChange, 'productId' | 'size'>): Variant {
  const product = productById(productId);
  if (!product) throw new Refused('invalid', deskStockMessages.unknownProduct(productId));
  return { productId, size: knownSize(product, size), initial: initialStock(product, size) };
}

/** @throws Refused 'invalid' naming every wrong row by its line */
export async function check(_: Staff, { csv }: DeskBody<'stock.check'>): Reply<'stock.check'> {
  const rows = readStockCsv(deskStockMessages.theFile, csv, productById);
  const present = await readRows(rows.map(({ product, size }) => variantOf({ productId: product.id, size })));
  const all = rows.map(({ product, size, pieces, was }, at) => ({
    productId: product.id,
    name: product.name,
    size,
    pieces,
    seen: was ?? present[at]?.pieces ?? 0,
  }));
  const different = all.filter(({ seen, pieces }) => seen !== pieces);
  if (different.length > STOCK_ROWS_MAX) {
    throw new Refused('invalid', deskStockMessages.tooManyRows(different.length, STOCK_ROWS_MAX));
  }
  return { success: true, rows: different, same: all.length - different.length };
}

/** Sizes of one reply: some 300 kB of CSV. */
const EXPORTED = 10_000;

export async function exportAll(_: Staff, { after = 0 }: DeskBody<'stock.export'>): Reply<'stock.export'> {
  const all = variantsOf(allShelves());
  const next = after + EXPORTED < all.length ? after + EXPORTED : null;
  const variants = all.slice(after, after + EXPORTED);
  const pieces = await readPieces(variants);
  const cells = variants.map(({ productId: product, size }, at) => {
    return { product, size, pieces: pieces[at] ?? 0, was: pieces[at] ?? 0 };
  });
  return { success: true, csv: csvPart(EXPORT_COLUMNS, cells, after === 0), next };
}

/** As `restock send` of the command line. @throws Refused 'invalid', 'unavailable' without a mail server */
export async function tell(staff: Staff, { productId, size }: DeskBody<'stock.tell'>): Reply<'stock.tell'> {
  const variant = variantOf({ productId, size });
  const product = productById(productId);
  const [row] = await readRows([variant]);
  if (!product || !row || row.pieces === 0) throw new Refused('invalid', deskStockMessages.stillSoldOut);
  await writeLog([logEntry(staff, 'stock.tell', subjectOf(productId, variant.size), null, null)]);
  try {
    const until = Date.now() + EMAILS_MS;
    const { sent, waiting } = await restock(product, variant.size, () => {}, until);
    return { success: true, sent, left: waiting };
  } catch (error) {
    if (cannotMail(error)) throw new Refused('unavailable', deskStockMessages.noMail);
    throw error;
  }
}

export async function log(_: Staff, { productId, size }: DeskBody<'stock.log'>): Reply<'stock.log'> {
  return { success: true, entries: await logOf(subjectOf(productId, size), LOG_ENTRIES) };
}
