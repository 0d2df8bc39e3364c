import { refreshStock } from '../components/shop/live-stock.ts';
import { workerAddress } from '../client/trusted-texts.ts';
import { OFFLINE_OFF, type WorkerTask } from '../contract/offline.ts';
import { $cart } from '../stores/cart/cart.ts';
import { $token } from '../stores/session/session.ts';
import { $wishlist } from '../stores/wishlist/wishlist.ts';
import { moveToNewBuild } from './new-build.ts';
import { showChange } from './cached-since.ts';
import { fillInTyped } from './form-restore.ts';

/**
 * A page's half of what works without a network. Comes when the page is at rest (features/shell): nothing that a shopper
 * sees or reaches for waits for it.
 */
const isWanted = import.meta.env.PROD && import.meta.env.SHOP_OFFLINE !== OFFLINE_OFF;

/** Between two questions whether the network has the page again. */
const SHORTEST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/** A page that stands in for a slow network says so when it has for so long. */
const SILENT_MS = 3_000;

/** For a page to come through the worker, on the slowest network that is worth asking again on. */
const ANSWER_MS = 15_000;

// client/api and the module loader cannot tell a build that is gone from a network that is (src/integrations/small-preload).
addEventListener('missing', () => void moveToNewBuild());
fillInTyped();
renewKeptPage();
if (isWanted) whenPutAside(knowProducts);
if ('serviceWorker' in navigator) void (isWanted ? beginWorker() : endWorkers());

/** Does something once there is anything in cart or wishlist: who has nothing there does not pay for what it needs. */
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
    // Refused by the browser or its settings: the shop works as ever, with a network.
    return;
  }
  const { active } = await navigator.serviceWorker.ready;
  if (!active) return;
  // From then on the worker sees for itself what is loaded.
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

/** What an earlier build or `npm start` has left, where this build has no worker. */
async function endWorkers(): Promise<void> {
  for (const registration of await navigator.serviceWorker.getRegistrations())
    await registration.unregister();
}

function tell(worker: ServiceWorker, task: WorkerTask, port?: MessagePort): void {
  worker.postMessage(task, port ? [port] : []);
}

/** The shopper pays for every byte, or waits for it (layouts/before-paint.js). */
function isSparing(): boolean {
  return document.documentElement.dataset['sparing'] !== undefined;
}

/** Files of the build and pictures that the page has shown before there was a worker to keep them. */
function filesLoaded(): string[] {
  const files = performance.getEntriesByType('resource').map(({ name }) => name);
  const pictures = [...document.images]
    .filter(({ complete }) => complete)
    .map(({ currentSrc }) => currentSrc);
  const build = files.filter((file) => file.startsWith(`${location.origin}/_astro/`));
  return [...new Set([...build, ...pictures.filter((picture) => picture.startsWith(location.origin))])];
}

/**
 * A page that came from this device says so in a line, until the network has told that it is still like that: at once where
 * there is no network, after a while where it is slow.
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
        // A network is said to be there before it works.
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
      // What the shell asked for when the page opened may not have come then.
      if (!line.hidden) void refreshStock(document);
    };
    tell(workers.controller, { task: 'renew', page: location.pathname }, port2);
    // A worker that has been ended or replaced meanwhile does not answer any more.
    next = setTimeout(ask, ANSWER_MS);
  };
  addEventListener('online', ask);
  workers.addEventListener('controllerchange', ask);
  if (navigator.onLine) ask();
}
