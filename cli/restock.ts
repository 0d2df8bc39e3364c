/** The commands `restock …`. */
import type { Command } from 'commander';
import { commandLine } from '../netlify/services/desk/order-log.ts';
import { knownSize } from '../netlify/services/stock-csv.ts';
import { readStock } from '../netlify/storage/stock.ts';
import { readWaiting } from '../netlify/storage/owner-queues.ts';
import { logEntry } from '../netlify/storage/staff-log.ts';
import { writeLog } from '../netlify/storage/staff-view-log.ts';
import { isOut, sizesOf } from '../src/domain/product.ts';
import { SetupError } from '../scripts/setup.mjs';
import { connect } from './connect.ts';
import { readCatalogue } from './open.ts';
import { productIn, write } from './stock.ts';

export function restockCommands(program: Command): void {
  const restock = program.command('restock').description('Back-in-stock emails');
  restock
    .command('send')
    .description('Send back-in-stock emails for sizes in stock: of all products, of one, or for one size')
    .argument('[productId]', 'such as warp-line-hoodie')
    .argument('[size]', 'such as M; "default" for a product without sizes')
    .action(send);
}

async function send(productId: string | undefined, typedSize: string | undefined): Promise<void> {
  const catalogue = await readCatalogue();
  const products = productId === undefined ? catalogue : [productIn(catalogue, productId)];
  const [first] = products;
  if (!first) throw new SetupError('The catalogue has no products.');
  const size = typedSize === undefined ? undefined : knownSize(first, typedSize);
  await connect();
  const stock = await readStock(products);
  const wanted = products
    .flatMap((product) => sizesOf(product).map((each) => ({ product, productId: product.id, size: each })))
    .filter((each) => size === undefined || each.size === size);
  const lists = await readWaiting(wanted);
  const waited = wanted.flatMap(({ product, size: each }, at) => {
    const waiting = lists[at]?.length ?? 0;
    return waiting === 0 ? [] : [{ product, size: each, waiting }];
  });
  const back = waited.filter((each) => !isOut(stock.get(each.product.id)?.[each.size]));
  if (back.length === 0) {
    console.log(waited.length === 0 ? 'Nobody is waiting.' : 'What shoppers wait for is still sold out.');
    return;
  }
  await writeLog(
    back.map(({ product, size: each }) =>
      logEntry(commandLine, 'stock.tell', `stock:${product.id}/${each}`, null, null),
    ),
  );
  await write(back);
}
