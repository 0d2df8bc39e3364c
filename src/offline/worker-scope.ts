/**
 * The globals of a service worker that this shop uses. The project has the types of pages, and TypeScript cannot load
 * both sets in one program.
 */
export interface LastingEvent extends Event {
  /** The browser keeps the worker alive until the promise settles. */
  waitUntil: (work: Promise<unknown>) => void;
}

export interface MessageToWorker extends LastingEvent {
  data: unknown;
  ports: readonly MessagePort[];
}

export interface WorkerScope {
  location: Location;
  navigator: Pick<Navigator, 'onLine'>;
  registration: ServiceWorkerRegistration;
  skipWaiting: () => Promise<void>;
  addEventListener: ((type: 'install' | 'activate', listener: (event: LastingEvent) => void) => void) &
    ((type: 'message', listener: (event: MessageToWorker) => void) => void);
}
