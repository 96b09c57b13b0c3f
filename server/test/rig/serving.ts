import { type Agent as PlainAgent, request as plainRequest } from 'node:http';
import { type Agent, request } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll } from 'vitest';
import { type Place, Running } from '../commands/portico.js';

/** A real server that was started for a test, with one process or with several. */
export interface Serving {
  readonly run: Running;
  readonly url: string;
  /** Where it tells its figures, if it was asked to. */
  readonly metrics: string | undefined;
}

/** An answer, read whole. */
export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** How something is asked. */
export interface Asking {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as a form. */
  readonly form?: Readonly<Record<string, string>>;
  /** Sent as it is. */
  readonly payload?: string;
  /** Keeps connections; without it each call opens one of its own. */
  readonly agent?: Agent | PlainAgent;
  /** The address of this machine to call from. */
  readonly localAddress?: string;
  /** Gives up after so long, in milliseconds; after 60 s if it is not set. */
  readonly within?: number;
}

/**
 * Starts `portico serve` on a free port and waits until it says that it listens, and until each of
 * its workers has said so in the log.
 */
export async function startServing(place: Place, ...args: string[]): Promise<Serving> {
  const environment: Place['environment'] = {
    PORTICO_PORT: '0',
    // What a test asks is little; a machine that runs many tests at once is late all the same.
    PORTICO_OVERLOAD: 'accept',
    ...place.environment,
  };
  const run = new Running({ ...place, environment }, ['serve', '--json', ...args]);
  const said = await run.until(({ stdout }) =>
    stdout.endsWith('\n') ? (JSON.parse(stdout) as { url: string; metrics?: string }) : undefined,
  );
  const workers = Number(args[args.indexOf('--workers') + 1]);
  if (workers > 0) await run.until((now) => workerPids(now).size >= workers || undefined);
  return { run, url: said.url, metrics: said.metrics };
}

/**
 * Starts a server for all tests of a suite, which leave it as they found it: a start costs more than most of them.
 *
 * @param placeOf Prepares its place.
 * @returns What has the server once the tests run.
 */
export function servingForAll(
  placeOf: () => Place | Promise<Place>,
  ...args: string[]
): () => Serving {
  let serving: Serving | undefined;
  beforeAll(async () => {
    const started = await startServing(await placeOf(), ...args);
    started.run.outlivesTest();
    serving = started;
    return () => started.run.kill();
  });
  return () => {
    if (serving === undefined) throw new Error('The server has not been started.');
    return serving;
  };
}

const ANSWERED_WITHIN_MS = 60_000;

/** Sends a call to a server whose certificate nobody vouches for. Rejects when there is no whole answer. */
export function ask(base: string, path: string, asking: Asking = {}): Promise<Answer> {
  const { method = 'GET', form, agent, localAddress, within = ANSWERED_WITHIN_MS } = asking;
  const body = form === undefined ? asking.payload : new URLSearchParams(form).toString();
  const type = form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
  const url = new URL(path, base);
  const options = { method, localAddress, headers: { ...type, ...asking.headers } };
  return new Promise((resolve, reject) => {
    const call =
      url.protocol === 'https:'
        ? request(url, { ...options, rejectUnauthorized: false, agent: (agent ?? false) as Agent })
        : plainRequest(url, { ...options, agent: agent ?? false });
    call.on('error', reject);
    const timer = setTimeout(() => {
      const [route] = path.split('?');
      call.destroy(new Error(`no answer to ${method} ${route} within ${within / 1000} s`));
    }, within);
    call.once('close', () => clearTimeout(timer));
    call.on('response', (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('error', reject);
      answer.on('end', () => {
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text });
      });
    });
    call.end(body);
  });
}

/** A line of the log. */
export type LogLine = Readonly<Record<string, unknown>> & { readonly msg: string };

/** The lines that a server has logged by now. */
export function logLines({ stderr }: Running): readonly LogLine[] {
  return stderr
    .split('\n')
    .filter((line) => line.startsWith('{') && line.endsWith('}'))
    .map((line) => JSON.parse(line) as LogLine);
}

/**
 * The process of each worker that has said in the log that it listens, by its number. Workers write
 * their lines themselves: one may come after what the primary says of it.
 */
export function workerPids(run: Running): ReadonlyMap<number, number> {
  const pids = new Map<number, number>();
  for (const { msg, worker, pid } of logLines(run)) {
    if (msg?.startsWith('listening at ')) pids.set(worker as number, pid as number);
  }
  return pids;
}

/** Whether a process is there. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Asks again and again until the answer is the one that is waited for; the test's time is the limit. */
export async function eventually<Found>(look: () => Promise<Found | undefined>): Promise<Found> {
  for (;;) {
    const found = await look();
    if (found !== undefined) return found;
    await sleep(50);
  }
}

/** Calls that go on, one after the other, until `done`. */
export interface Load {
  /** Stops, and tells how many were answered as they should, and what went wrong. */
  done(): Promise<{ readonly answered: number; readonly failed: readonly string[] }>;
}

/**
 * Sends calls, one after the other, and waits a little between them.
 *
 * @param call Sends one, and tells what was wrong with the answer.
 */
export function keepAsking(pauseMs: number, call: () => Promise<string | undefined>): Load {
  const over = { asked: false };
  const failed: string[] = [];
  let answered = 0;
  const work = (async () => {
    while (!over.asked) {
      try {
        const wrong = await call();
        if (wrong === undefined) answered += 1;
        else failed.push(wrong);
      } catch (error) {
        failed.push(String(error));
      }
      await sleep(pauseMs);
    }
  })();
  return {
    async done() {
      over.asked = true;
      await work;
      return { answered, failed };
    },
  };
}
