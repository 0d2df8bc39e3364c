/**
 * A tab led by the DevTools protocol alone. Chromium makes no page ahead for a page that a debugger holds directly, as
 * Playwright does; it does where the debugger holds the tab, and hears of its pages through it.
 */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { instruments } from './instruments.ts';

export interface Phone {
  width: number;
  height: number;
  scale: number;
  cpuSlowdown: number;
}

interface Message {
  id?: number;
  sessionId?: string;
  method?: string;
  params?: Record<string, unknown>;
  result?: Record<string, unknown>;
  error?: { message: string };
}

const PATIENCE_MS = 20_000;
const ANSWER_MS = 3_000;

class Protocol {
  readonly #socket: WebSocket;
  readonly #answers = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  #last = 0;
  hear: (message: Message) => void = () => {};

  constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const message = JSON.parse(String(data)) as Message;
      const answer = this.#answers.get(message.id ?? -1);
      if (!answer) return this.hear(message);
      this.#answers.delete(message.id ?? -1);
      if (message.error) answer.reject(new Error(message.error.message));
      else answer.resolve(message.result ?? {});
    });
  }

  static async open(port: number): Promise<Protocol> {
    const version = (await (await fetch(`http://127.0.0.1:${port}/json/version`)).json()) as {
      webSocketDebuggerUrl: string;
    };
    const socket = new WebSocket(version.webSocketDebuggerUrl);
    await once(socket, 'open');
    return new Protocol(socket);
  }

  send(method: string, params: object = {}, sessionId?: string): Promise<Record<string, unknown>> {
    this.#last += 1;
    const id = this.#last;
    const answer = Promise.withResolvers<Record<string, unknown>>();
    this.#answers.set(id, answer);
    // A page that is being left may keep its answer for ever.
    const timer = setTimeout(() => {
      this.#answers.delete(id);
      answer.reject(new Error(`${method} was not answered.`));
    }, ANSWER_MS);
    void answer.promise.finally(() => clearTimeout(timer)).catch(() => undefined);
    this.#socket.send(JSON.stringify({ id, method, params, ...(sessionId && { sessionId }) }));
    return answer.promise;
  }

  close(): void {
    this.#socket.close();
  }
}

export class BareTab {
  readonly #protocol: Protocol;
  readonly #context: string;
  readonly #phone: Phone;
  /** Its pages: the one that is shown, and what is made ahead. */
  readonly #pages = new Set<string>();
  readonly #setUps: Promise<void>[] = [];
  #lastEvent = performance.now();

  private constructor(protocol: Protocol, context: string, phone: Phone) {
    this.#protocol = protocol;
    this.#context = context;
    this.#phone = phone;
  }

  /** @param port of a Chromium that calls itself a phone by its own flag: to change a name later forbids making ahead */
  static async open(port: number, phone: Phone): Promise<BareTab> {
    const protocol = await Protocol.open(port);
    const { browserContextId } = await protocol.send('Target.createBrowserContext');
    const tab = new BareTab(protocol, String(browserContextId), phone);
    const created = await protocol.send('Target.createTarget', {
      url: 'about:blank',
      browserContextId,
      forTab: true,
    });
    const { sessionId } = await protocol.send('Target.attachToTarget', {
      targetId: created['targetId'],
      flatten: true,
    });
    protocol.hear = (message) => tab.#hear(message);
    const all = { autoAttach: true, waitForDebuggerOnStart: true, flatten: true };
    await protocol.send('Target.setAutoAttach', all, String(sessionId));
    await Promise.all(tab.#setUps);
    return tab;
  }

  async goTo(address: string): Promise<void> {
    await this.#send('Page.navigate', { url: address });
  }

  /** Of the page whose path begins so and that is shown. @returns undefined while there is none */
  async read<T>(path: string, expression: string): Promise<T | undefined> {
    for (const page of this.#pages) {
      const condition = `location.pathname.startsWith(${JSON.stringify(path)}) && !document.prerendering`;
      const answer = await this.#protocol
        .send(
          'Runtime.evaluate',
          { expression: `${condition} ? (${expression}) : undefined`, returnByValue: true },
          page,
        )
        .catch(() => undefined);
      const value = (answer?.['result'] as { value?: T } | undefined)?.value;
      if (value !== undefined && value !== null && value !== false) return value;
    }
    return undefined;
  }

  /** @throws Error where it does not come */
  async await<T>(path: string, expression: string): Promise<T> {
    const latest = performance.now() + PATIENCE_MS;
    while (performance.now() < latest) {
      const value = await this.read<T>(path, expression);
      if (value !== undefined) return value;
      await wait(15);
    }
    throw new Error(`${path} did not come to: ${expression}`);
  }

  /** Nothing has been asked or answered for a while. @throws Error where that does not come */
  async quiet(ms: number): Promise<void> {
    const latest = performance.now() + PATIENCE_MS;
    while (performance.now() - this.#lastEvent < ms) {
      if (performance.now() > latest) throw new Error('The tab did not come to rest.');
      await wait(25);
    }
  }

  async touch(type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]): Promise<void> {
    await this.#send('Input.dispatchTouchEvent', { type, touchPoints });
  }

  async close(): Promise<void> {
    await this.#protocol.send('Target.disposeBrowserContext', { browserContextId: this.#context });
    this.#protocol.close();
  }

  async #send(method: string, params: object): Promise<void> {
    const [shown] = this.#pages;
    if (shown === undefined) throw new Error('The tab has no page.');
    await this.#protocol.send(method, params, shown);
  }

  #hear({ method, params }: Message): void {
    if (method?.startsWith('Network.')) this.#lastEvent = performance.now();
    if (method === 'Target.detachedFromTarget') this.#pages.delete(String(params?.['sessionId']));
    if (method !== 'Target.attachedToTarget') return;
    const info = params?.['targetInfo'] as { type: string } | undefined;
    const isPage = info?.type === 'page';
    const session = String(params?.['sessionId']);
    if (isPage) this.#pages.add(session);
    // A page that is gone before it is set up is none.
    this.#setUps.push(this.#setUp(session, isPage).catch(() => undefined));
  }

  async #setUp(session: string, isPage: boolean): Promise<void> {
    const send = (method: string, params: object = {}) => this.#protocol.send(method, params, session);
    const { width, height, scale, cpuSlowdown } = this.#phone;
    const made = isPage
      ? [
          send('Page.enable'),
          send('Network.enable'),
          send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown }),
          send('Emulation.setDeviceMetricsOverride', {
            ...{ width, height, mobile: true },
            deviceScaleFactor: scale,
          }),
          send('Emulation.setTouchEmulationEnabled', { enabled: true }),
          send('Page.addScriptToEvaluateOnNewDocument', { source: await instruments() }),
        ]
      : [];
    const went = send('Runtime.runIfWaitingForDebugger');
    await Promise.all([...made, went]);
  }
}
