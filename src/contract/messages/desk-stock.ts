import { ONE_SIZE } from '../../domain/product.ts';

/** The desk's sentences about stock. */
export const deskStockMessages = {
  title: 'Stock',
  search: 'Find a product',
  searchHint: 'A name, an id or the address on a label',
  filters: { all: 'All', low: 'Low', 'sold-out': 'Sold out', waiting: 'Waiting', back: 'Back in stock' },
  filterLabel: 'Show',
  nothingFound: 'No product or size matches.',
  more: 'Show more',
  columns: {
    size: 'Size',
    pieces: 'For sale',
    reserved: 'Reserved',
    unshipped: 'To ship',
    sold: 'Sold',
    waiting: 'Waiting',
    shelf: 'On the shelf',
    counted: 'Counted',
  },
  oneSize: 'One size',
  change: (name: string, size: string) => `Change ${name}, ${size}`,
  changeTitle: 'Change stock',
  newNumber: 'For sale from now on',
  oneMore: 'One more',
  oneLess: 'One less',
  present: (pieces: number) => `Now: ${pieces}.`,
  reason: 'Reason',
  reasons: ['New delivery', 'Returned by a shopper', 'Damaged', 'Taken for pictures', 'Correction'],
  needReason: 'Please give a reason. It is kept in the log.',
  needNumber: 'Please enter a whole number.',
  save: 'Save',
  saved: (name: string, size: string, pieces: number) => `${name}, ${size}: ${pieces} for sale.`,
  cancel: 'Cancel',
  close: 'Close',
  moved: (seen: number, now: number) =>
    `It was ${seen} when you opened it and is ${now} now, so nothing was changed. Look again, then save.`,
  tells: (shoppers: number) =>
    shoppers === 1
      ? '1 shopper is waiting and gets an email.'
      : `${shoppers} shoppers are waiting and get an email.`,
  tellNow: (shoppers: number) =>
    shoppers === 1 ? 'Email the shopper who is waiting' : `Email the ${shoppers} shoppers who are waiting`,
  told: (sent: number, left: number) =>
    `${sent === 1 ? '1 email' : `${sent} emails`} sent.${left > 0 ? ` ${left} still waiting.` : ''}`,
  stillSoldOut: 'The size is sold out: nobody was emailed.',
  noMail: 'The mail server cannot be reached. Nobody loses their place; try again later.',
  history: 'What staff did',
  noHistory: 'Nobody has changed it here yet.',
  entry: (who: string, before: string, after: string) => `${who}: ${before} → ${after}`,
  count: 'Count a shelf',
  countEnd: 'End counting',
  discard: 'Discard the count',
  discardSure: (sizes: number) =>
    `The count of ${sizes === 1 ? '1 size' : `${sizes} sizes`} is deleted, and the stock stays as it is.`,
  discardYes: 'Discard it',
  discardNo: 'Keep the count',
  countHint:
    'Count every piece on the shelf. Sold pieces that are not shipped yet belong to it too, so a sale while you count changes nothing.',
  scan: 'Scan or type a size',
  scanHint: 'Such as warp-line-hoodie:M; each adds one piece',
  scanUnknown: (typed: string) => `No size is called "${typed}".`,
  scanned: (name: string, size: string, pieces: number) => `${name}, ${size}: ${pieces}`,
  countedOf: (counted: number, different: number) =>
    `${counted === 1 ? '1 size' : `${counted} sizes`} counted, ${different} different`,
  review: 'Review',
  reviewTitle: 'What the count changes',
  allTheSame: 'Every counted size matches the stock. Nothing has to change.',
  difference: 'Difference',
  countReason: 'Counted',
  confirm: 'Change the stock',
  movedWhileCounting: (sizes: number) =>
    `${sizes === 1 ? 'One size has' : `${sizes} sizes have`} changed while you counted: a parcel went out, or somebody changed the stock. Nothing was changed. Check the marked sizes, then confirm.`,
  lacking: (pieces: number) => `${pieces} fewer than orders need`,
  countSaved: (sizes: number) => (sizes === 1 ? '1 size was changed.' : `${sizes} sizes were changed.`),
  csv: 'CSV',
  csvTitle: 'Stock as CSV',
  csvExport: 'Download all sizes',
  csvImport: 'Choose a file',
  csvHint:
    'The columns are product, size, pieces. Change only pieces: “was” in a downloaded file takes care of sales since then. You see every change before it is made.',
  csvSame: (rows: number) => (rows === 1 ? '1 row stays the same.' : `${rows} rows stay the same.`),
  csvReason: 'From a file',
  csvSeen: 'Was',
  csvPieces: 'In the file',
  theFile: 'The file',
  unknownProduct: (id: string) => `No product has the id "${id}".`,
  twice: 'A size is in the list twice.',
  tooManyRows: (rows: number, most: number) =>
    `The file would change ${rows} sizes; at most ${most} at a time, so split it.`,
};

/** A size as staff read it. */
export function sizeName(size: string): string {
  return size === ONE_SIZE ? deskStockMessages.oneSize : size;
}
