import { refreshStock } from '../components/shop/live-stock.ts';
import { workerAddress } from '../client/trusted-texts.ts';
import { OFFLINE_OFF, type WorkerTask } from '../contract/offline.ts';
import { $cart } from '../stores/cart/cart.ts';
import { $token } from '../stores/session/session.ts';
import { $wishlist } from '../stores/wishlist/wishlist.ts';
import { moveToNewBuild } from './new-build.ts';
import { showChange } from './changed-page.ts';
import { restoreFields } from './form-restore.ts';

/**
 * The page's side of offline support. It loads when the page is idle (features/shell); nothing interactive depends on
 * it.
 */
const isWanted = import.meta.env.PROD && import.meta.env.SHOP_OFFLINE !== OFFLINE_OFF;

/** The shortest pause between two checks for a newer page, in ms. */
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** A page that is shown because the network is slow says so after this time (ms). */
const SILENT_MS = 3_000;

/** Time for a page to load through the worker on the slowest network that is worth a retry, in ms. */
const ANSWER_TIMEOUT_MS = 15_000;

// client/api and the module loader cannot tell a missing build from a missing network (src/integrations/module-preload).
addEventListener('missing', () => void moveToNewBuild());
restoreFields();
renewKeptPage();
if (isWanted) whenPutAside(knowProducts);
if ('serviceWorker' in navigator) void (isWanted ? beginWorker() : endWorkers());

/** Runs when the cart or wishlist has an item: other shoppers need not load the code for it. */
function whenPutAside(then: () => void): void {
  const begin = () => {
    for (const stop of stops) stop();
    then();
  };
  const stops = [$cart, $wishlist].map((store) => store.listen(begin));
  if ($wishlist.get().length > 0 || Object.keys($cart.get()).length > 0) begin();
}

function knowProducts(): void {
  import('./known-products.ts').then(({ keepProductsKnown }) => keepProductsKnown()).catch(() => undefined);
}

async function beginWorker(): Promise<void> {
  const isFirstPage = navigator.serviceWorker.controller === null;
  try {
    await navigator.serviceWorker.register(workerAddress(), { updateViaCache: 'none' });
  } catch {
    // The browser or its settings refuse workers: the shop still works with a network.
    return;
  }
  const { active } = await navigator.serviceWorker.ready;
  if (!active) return;
  // From now on the worker sees all requests itself.
  if (isFirstPage && !navigator.serviceWorker.controller) {
    await new Promise((taken) => {
      navigator.serviceWorker.addEventListener('controllerchange', taken, { once: true });
    });
  }
  if (isFirstPage && !isSparing()) {
    tell(active, { task: 'keep', page: location.pathname, files: filesLoaded() });
  }
  whenPutAside(() => tell(active, { task: 'ready', isSignedIn: Boolean($token.get()) }));
}

/** Removes the worker of an earlier build or of `npm start`, if this build has none. */
async function endWorkers(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations())
    await registration.unregister();
}

function tell(worker: ServiceWorker, task: WorkerTask, port?: MessagePort): void {
  worker.postMessage(task, port ? [port] : []);
}

/** The shopper saves data or has a slow network (layouts/before-paint.js). */
function isSparing(): boolean {
  return document.documentElement.dataset['sparing'] !== undefined;
}

/** Build files and pictures that the page loaded before a worker could cache them. */
function filesLoaded(): string[] {
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  const pictures = [...document.images]
    .filter(({ complete }) => complete)
    .map(({ currentSrc }) => currentSrc);
  const build = files.filter((file) => file.startsWith(`${location.origin}/_astro/`));
  return [...new Set([...build, ...pictures.filter((picture) => picture.startsWith(location.origin))])];
}

/**
 * A cached page shows a line until the network confirms that the page is unchanged: at once without a network, after a
 * delay on a slow one.
 */
function renewKeptPage(): void {
  const line = document.querySelector<HTMLElement>('[data-kept]');
  if (!line || !('serviceWorker' in navigator)) return;
  const workers = navigator.serviceWorker;
  let pauseMs = SHORTEST_PAUSE_MS;
  let next: ReturnType<typeof setTimeout>;
  const say = () => {
    line.hidden = false;
  };
  const silence = setTimeout(say, SILENT_MS);
  const ask = () => {
    clearTimeout(next);
    if (!workers.controller || !line.isConnected) return;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data: hash }: MessageEvent<string | null>) => {
      port1.close();
      clearTimeout(next);
      if (hash === null) {
        say();
        // The browser reports a network before it works.
        if (navigator.onLine) next = setTimeout(ask, pauseMs);
        pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS);
        return;
      }
      removeEventListener('online', ask);
      workers.removeEventListener('controllerchange', ask);
      clearTimeout(silence);
      if (hash !== line.dataset['kept']) {
        showChange(line);
        return;
      }
      line.remove();
      // The shell's request when the page opened may have failed.
      if (!line.hidden) void refreshStock(document);
    };
    tell(workers.controller, { task: 'renew', page: location.pathname }, port2);
    // A worker that was stopped or replaced meanwhile never answers.
    next = setTimeout(ask, ANSWER_TIMEOUT_MS);
  };
  addEventListener('online', ask);
  workers.addEventListener('controllerchange', ask);
  if (navigator.onLine) ask();
}
