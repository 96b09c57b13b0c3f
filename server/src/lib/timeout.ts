/** What a call may take from its last byte to its answer, but for one that brings files. */
export const ANSWER_WITHIN_MS = 4_000;

/** A call has taken longer than a caller waits. What it began may still come to its end. */
export class TimeoutError extends Error {
  constructor(ms: number) {
    super(`No answer within ${ms} ms.`);
    this.name = 'Overdue';
  }
}

/**
 * Waits for work no longer than a call may take, so that a database that is slow, or silent, costs the
 * caller an error and not the connection.
 *
 * @param late Told of what the work fails with after that; what it then answers is lost.
 * @throws Overdue
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
