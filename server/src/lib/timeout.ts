/** How long a call may take from its last byte to its answer, except one with files, in milliseconds. */
export const ANSWER_WITHIN_MS = 4_000;

/** A call has taken longer than a caller waits. Its work may still finish. */
export class TimeoutError extends Error {
  constructor(ms: number) {
    super(`No answer within ${ms} ms.`);
    this.name = 'TimeoutError';
  }
}

/**
 * Limits the wait for work, so that a slow or silent database costs the caller an error and not the
 * connection.
 *
 * @param late Called with an error after the timeout; a later result is lost.
 * @throws TimeoutError
 */
export function withTimeout<Answer>(
  work: Promise<Answer>,
  ms: number,
  late: (error: unknown) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let over = false;
    const timer = setTimeout(() => {
      over = true;
      reject(new TimeoutError(ms));
    }, ms);
    work
      .finally(() => clearTimeout(timer))
      .then(resolve, (error: unknown) => {
        if (over) late(error);
        else reject(error);
      });
  });
}
