import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from './temp.js';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome'];

/** The name of the browser that is installed here, if there is one. */
export function installedChromium(): string | undefined {
  return NAMES.find((name) => spawnSync('which', [name]).status === 0);
}

type Json = Record<string, unknown>;
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Json;
  readonly result?: Json;
  readonly error?: { readonly message: string };
}

/** A request that a page has made. */
export interface PageRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly postData?: string;
}

/**
 * A page of a browser without a window, steered over a pipe (the Chrome DevTools Protocol). The packages
 * that do this bring many times what the tests need.
 */
export class ChromiumPage {
  readonly requests: PageRequest[] = [];
  /** What the browser writes on its console about the page: errors, and what its policy refuses. */
  readonly complaints: string[] = [];
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (message: Message) => void>();
  #session: string | undefined;
  #tab: string | undefined;
  #calls = 0;

  private constructor(program: string) {
    const args = [
      '--headless=new',
      '--remote-debugging-pipe',
      `--user-data-dir=${temporaryFolder('portico-chromium-')}`,
      // The server under test made its own certificate.
      '--ignore-certificate-errors',
      '--disable-background-networking',
      '--disable-component-update',
      '--no-first-run',
      // Chromium's sandbox refuses to be started by root, and containers often lack what it needs.
      '--no-sandbox',
      '--disable-dev-shm-usage',
    ];
    this.#child = spawn(program, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'] });
    let rest = '';
    (this.#child.stdio[4] as Readable).setEncoding('utf8').on('data', (text: string) => {
      const messages = (rest + text).split('\0');
      rest = messages.pop() ?? '';
      for (const message of messages) this.#take(JSON.parse(message) as Message);
    });
  }

  /** Starts a browser and opens an empty page in it. */
  static async open(program: string): Promise<ChromiumPage> {
    const page = new ChromiumPage(program);
    await page.openTab();
    return page;
  }

  /** Replaces the tab by a new one: with an empty `sessionStorage`, and without the requests and complaints of the one before. */
  async openTab(): Promise<void> {
    // Without a session the methods are the browser's.
    this.#session = undefined;
    const before = this.#tab;
    const { targetId } = await this.call('Target.createTarget', { url: 'about:blank' });
    if (before !== undefined) await this.call('Target.closeTarget', { targetId: before });
    const attached = await this.call('Target.attachToTarget', { targetId, flatten: true });
    this.#tab = String(targetId);
    this.#session = String(attached.sessionId);
    this.requests.length = 0;
    this.complaints.length = 0;
    for (const domain of ['Page', 'Network', 'Log', 'Runtime']) await this.call(`${domain}.enable`);
  }

  /** Calls a method of the protocol. */
  async call(method: string, params: Json = {}): Promise<Json> {
    const id = ++this.#calls;
    const session = this.#session === undefined ? {} : { sessionId: this.#session };
    const answer = new Promise<Message>((resolve) => this.#waiting.set(id, resolve));
    const text = JSON.stringify({ id, method, params, ...session });
    (this.#child.stdio[3] as Writable).write(`${text}\0`);
    const { result, error } = await answer;
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result ?? {};
  }

  /** Evaluates an expression within the page, and waits for what it promises. */
  async evaluate<Value>(expression: string): Promise<Value> {
    const answer = await this.call('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture: true,
    });
    if (answer.exceptionDetails !== undefined) {
      throw new Error(`${expression}: ${JSON.stringify(answer.exceptionDetails)}`);
    }
    return (answer.result as { value: Value }).value;
  }

  /** Waits until an expression is true within the page. */
  async until(expression: string, withinMs = 30_000): Promise<void> {
    const end = Date.now() + withinMs;
    while (!(await this.evaluate<boolean>(`Boolean(${expression})`))) {
      if (Date.now() > end) throw new Error(`The page never had this: ${expression}`);
      await sleep(50);
    }
  }

  /** Ends the browser. */
  async close(): Promise<void> {
    const ended = new Promise((resolve) => this.#child.once('exit', resolve));
    // Without a session the method is the browser's.
    this.#session = undefined;
    void this.call('Browser.close');
    const late = setTimeout(() => this.#child.kill('SIGKILL'), 5_000);
    await ended;
    clearTimeout(late);
  }

  #take({ id, method, params = {}, ...message }: Message): void {
    if (id !== undefined) {
      this.#waiting.get(id)?.(message);
      this.#waiting.delete(id);
    } else if (method === 'Network.requestWillBeSent') {
      this.requests.push(params.request as PageRequest);
    } else if (method === 'Log.entryAdded') {
      const { level, text } = params.entry as { level: string; text: string };
      if (level === 'error' || level === 'warning') this.complaints.push(text);
    } else if (method === 'Runtime.exceptionThrown') {
      this.complaints.push(JSON.stringify(params.exceptionDetails));
    }
  }
}
