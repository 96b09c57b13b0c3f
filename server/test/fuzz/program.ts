import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Processor } from './processor.js';

const PROBE = new URL('./probe.js', import.meta.url).href;

/** Where a program runs and what it is told. */
export interface Place {
  /** The folder of the checkout whose `bin/portico.js` runs. */
  readonly program: string;
  readonly folder: string;
  readonly databaseUrl: string | undefined;
}

/** What the server's process uses, after everything that can be given back was. */
export interface Memory {
  readonly rss: number;
  readonly heapUsed: number;
  readonly external: number;
}

/** This checkout. */
export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** Runs a command of the program to its end, and answers the JSON that it prints. */
export async function run(place: Place, ...args: string[]): Promise<Record<string, unknown>> {
  const child = start(place, [], [...args, '--json'], ['ignore', 'pipe', 'pipe']);
  let output = '';
  let errors = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errors = (errors + text).slice(-2000);
  });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`portico ${args.slice(0, 2).join(' ')} failed: ${errors}`);
  return JSON.parse(output) as Record<string, unknown>;
}

/** The server under test. */
export class Server {
  readonly #child: ChildProcess;
  readonly #closed: Promise<unknown>;
  readonly processor: Processor;
  /** Set once it has ended without being asked to. */
  died: string | undefined;

  private constructor(
    child: ChildProcess,
    readonly port: number,
    readonly metrics: string,
    lastWords: () => string,
  ) {
    this.#child = child;
    this.processor = new Processor(child.pid ?? 0);
    this.#closed = once(child, 'exit').then(([code, signal]) => {
      this.died = `It ended with ${code ?? signal}: ${lastWords()}`;
    });
  }

  /**
   * Starts `portico serve` behind a proxy that is nobody but this process.
   *
   * @param onLog Reads the log, piece by piece.
   */
  static async start(place: Place, onLog: (text: string) => void): Promise<Server> {
    const stdio = ['ignore', 'pipe', 'pipe', 'ipc'] as const;
    const child = start(place, ['--import', PROBE], ['serve', '--json'], stdio);
    let errors = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-2000);
      onLog(text);
    });
    const first = once(child.stdout as NodeJS.ReadableStream, 'data');
    const line = await Promise.race([first, once(child, 'close').then(() => undefined)]);
    if (line === undefined) throw new Error(`The server did not start: ${errors}`);
    // Unread, it would never close.
    child.stdout?.resume();
    const { url, metrics } = JSON.parse(String(line[0])) as { url: string; metrics: string };
    return new Server(child, Number(new URL(url).port), metrics, () => errors);
  }

  /** Memory after a collection. */
  async memory(): Promise<Memory> {
    const answer = once(this.#child, 'message');
    this.#child.send('memory');
    const [memory] = await answer;
    return memory as Memory;
  }

  /** Requests that are being answered, as the server itself counts them. */
  async inFlight(): Promise<number> {
    const text = await read(this.metrics);
    return Number(/^portico_http_requests_in_flight(?:\{[^}]*\})? (\S+)$/m.exec(text)?.[1]);
  }

  async stop(): Promise<void> {
    if (this.died !== undefined) return;
    this.#child.kill('SIGTERM');
    const timeout = setTimeout(() => this.#child.kill('SIGKILL'), 15_000);
    await this.#closed;
    clearTimeout(timeout);
  }
}

function start(
  { program, folder, databaseUrl }: Place,
  before: readonly string[],
  args: readonly string[],
  stdio: readonly ('ignore' | 'pipe' | 'ipc')[],
): ChildProcess {
  const inherited = Object.entries(process.env).filter(([name]) => !/^(PG|PORTICO_)/.test(name));
  return spawn(process.execPath, [...before, join(program, 'bin', 'portico.js'), ...args], {
    cwd: folder,
    stdio: [...stdio],
    env: {
      ...Object.fromEntries(inherited),
      PORTICO_DATA: folder,
      PORTICO_PORT: '0',
      PORTICO_METRICS_PORT: '0',
      PORTICO_BASE_URL: 'https://portico.test',
      PORTICO_TRUST_PROXY: '127.0.0.1',
      ...(databaseUrl === undefined ? {} : { PORTICO_DATABASE_URL: databaseUrl }),
    },
  });
}

function read(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = httpRequest(url, { agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      answer.on('end', () => resolve(text));
    });
    asked.on('error', reject).end();
  });
}
