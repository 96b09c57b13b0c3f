import { abortedError } from './errors.js';

/** Milliseconds that the server asks to wait. */
export function retryAfter(response: Response): number | undefined {
  const text = response.headers.get('retry-after');
  if (text === null) return undefined;
  const seconds = Number(text);
  const wait = Number.isNaN(seconds) ? Date.parse(text) - Date.now() : seconds * 1000;
  return Number.isNaN(wait) ? undefined : Math.min(Math.max(wait, 0), 60_000);
}

/** Half a second, doubled with each try up to eight, less up to a quarter, so that callers part ways. */
export function backoff(tries: number): number {
  return Math.min(500 * 2 ** tries, 8000) * (1 - Math.random() / 4);
}

/** The same promise, ended by an abort of the signal whatever it waits for. */
export function untilAborted<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(abortedError(signal));
    signal.addEventListener('abort', abort, { once: true });
    if (signal.aborted) abort();
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}

/** @throws AbortedError when the signal is aborted before the time has passed. */
export function sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const aborted = () => {
      clearTimeout(timer);
      reject(abortedError(signal));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', aborted);
      resolve();
    }, milliseconds);
    if (signal?.aborted) aborted();
    else signal?.addEventListener('abort', aborted, { once: true });
  });
}
