import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Answer, NotAnAnswer, readAnswers } from './answers.js';
import { type Credentials, type HostileRequest, materialize } from './request.js';

/** What became of a request. */
export interface Outcome {
  readonly answers: readonly Answer[];
  /** Whether answers that were due have not come, and the connection stood open. */
  readonly silent: boolean;
  /** What came in place of an answer. */
  readonly garbage?: string;
  /** Whether the server could not be reached at all. */
  readonly refused?: true;
}

/** How long an answer may take before its request is looked at again, in milliseconds. */
export const SILENCE_MS = 3_000;

/** Longer pauses do not delay the others. */
const LINGERS_MS = 90;

/** How long a request keeps its connection by its own pauses, in milliseconds. */
export function lingersMs({ steps, ending }: HostileRequest): number {
  const pauses = steps.reduce((sum, { pauseMs = 0 }) => sum + pauseMs, 0);
  return pauses + (ending.kind === 'cut' ? ending.afterMs : 0);
}

/** Whether a request takes its time, by its own pauses. */
export function isSlow(request: HostileRequest): boolean {
  return lingersMs(request) > LINGERS_MS;
}

/** How a request is sent. */
export interface Sending {
  /** How long to wait for an answer, in milliseconds. */
  readonly silenceMs?: number | undefined;
  /** Cuts the connection. */
  readonly stop?: AbortSignal;
  /** Is waited for before each step and before the connection is cut. */
  readonly turn?: () => Promise<void>;
}

/** Sends a request over a connection of its own, and waits for what it expects. Never rejects. */
export async function send(
  request: HostileRequest,
  port: number,
  credentials: Credentials,
  { silenceMs = SILENCE_MS, stop, turn = async () => {} }: Sending = {},
): Promise<Outcome> {
  const { ending, methods } = request;
  const socket = connect(port, '127.0.0.1').setNoDelay(true);
  const parts: string[] = [];
  let received = 0;
  let connected = false;
  const gone = new Promise<void>((resolve) => {
    socket.once('close', () => resolve());
    // The server hangs up in the middle of what it refuses: that is its right.
    socket.on('error', () => {});
  });
  const enough = withResolvers();
  const open = new Promise<void>((resolve) => {
    socket.once('connect', () => {
      connected = true;
      resolve();
    });
  });
  socket.on('data', (bytes) => {
    parts.push(bytes.toString('latin1'));
    received += bytes.length;
    if (ending.kind === 'cut at' && received >= ending.bytes) socket.destroy();
    if (methods.length > 0 && isComplete(parts, methods)) enough.resolve();
  });
  const cut = (): void => void socket.destroy();
  stop?.addEventListener('abort', cut);
  // What is cut at once would not be sent at all.
  await Promise.race([open, gone]);
  await Promise.race([sendSteps(socket, request, credentials, turn), gone]);
  let silent = false;
  if (ending.kind === 'cut') {
    await Promise.race([sleep(ending.afterMs).then(turn), gone]);
  } else {
    if (ending.kind === 'half') socket.end();
    const timeout = new AbortController();
    silent = await Promise.race([
      Promise.race([gone, enough.promise]).then(() => false),
      sleep(silenceMs, true, { signal: timeout.signal }).catch(() => false),
    ]);
    timeout.abort();
  }
  const closed = socket.closed || socket.readableEnded;
  socket.destroy();
  await gone;
  stop?.removeEventListener('abort', cut);
  try {
    const answers = readAnswers(parts.join(''), methods, closed);
    return { answers, silent, ...(connected ? {} : { refused: true as const }) };
  } catch (error) {
    if (!(error instanceof NotAnAnswer)) throw error;
    return { answers: [], silent, garbage: error.message };
  }
}

function isComplete(parts: string[], methods: readonly string[]): boolean {
  const text = parts.join('');
  parts.splice(0, parts.length, text);
  try {
    const answers = readAnswers(text, methods, false);
    return answers.length >= methods.length && answers.every(({ whole }) => whole);
  } catch {
    return true;
  }
}

async function sendSteps(
  socket: Socket,
  { steps, key }: HostileRequest,
  credentials: Credentials,
  turn: () => Promise<void>,
): Promise<void> {
  for (const [at, step] of steps.entries()) {
    await turn();
    if (socket.destroyed) return;
    const bytes = materialize(step, key, credentials);
    // The last bytes of something large need not be waited for: the answer is.
    if (bytes.length > 0) socket.write(bytes);
    const pause = step.pauseMs ?? 0;
    if (pause > 0 && at < steps.length) await sleep(pause);
  }
}

function withResolvers(): { promise: Promise<void>; resolve: () => void } {
  let resolve: () => void = () => {};
  const promise = new Promise<void>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}
