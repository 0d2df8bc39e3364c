/**
 * The globals of a service worker, as far as this shop's use them. The project's types are those of pages, and the two
 * sets cannot be in one program.
 */
export interface LastingEvent extends Event {
  /** The browser lets the worker live until this is done. */
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
