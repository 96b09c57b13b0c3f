/** How long a call may take from its last byte to its answer, except one with files, in milliseconds. */
export const ANSWER_WITHIN_MS = 4_000;

/** A call has taken longer than a caller waits. Its work may still finish. */
export class TimeoutError extends Error {
  constructor(ms: number) {
    super(`No answer within ${ms} ms.`);
    this.name = 'TimeoutError';
  }
}

/** The starts of timers for the work that this turn of the event loop has begun. */
let begun: (() => void)[] = [];

/** Starts timers at the end of the turn. Most work is done by then, and a timer for it would have cost more than this check. */
function atEndOfTurn(start: () => void): void {
  if (begun.push(start) > 1) return;
  setImmediate(() => {
    const starts = begun;
    begun = [];
    for (const start of starts) start();
  });
}

/** Limits the wait for work; a late result is lost. @param late Called with an error. @throws TimeoutError */
export function withTimeout<Answer>(
  work: Promise<Answer>,
  ms: number,
  late: (error: unknown) => void,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let [isDone, isOver] = [false, false];
    let timer: NodeJS.Timeout | undefined;
    const end = () => {
      isDone = true;
      clearTimeout(timer);
    };
    atEndOfTurn(() => {
      if (isDone) return;
      timer = setTimeout(() => {
        isOver = true;
        reject(new TimeoutError(ms));
      }, ms);
    });
    work.then(
      (answer) => {
        end();
        resolve(answer);
      },
      (error: unknown) => {
        end();
        if (isOver) late(error);
        else reject(error);
      },
    );
  });
}

/**
 * Waits for the answer of another program. One that has come while this process was busy is read before it counts as late.
 *
 * @param late Runs once the time is over, and gives another answer or throws.
 */
export function answerWithin<Answer>(
  answer: Promise<Answer>,
  ms: number,
  late: () => Answer,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const giveUp = () => {
      try {
        resolve(late());
      } catch (error) {
        reject(error);
      }
    };
    let turn: NodeJS.Immediate | undefined;
    const timer = setTimeout(() => {
      turn = setImmediate(giveUp);
    }, ms);
    const settled = () => {
      clearTimeout(timer);
      clearImmediate(turn);
    };
    answer.finally(settled).then(resolve, reject);
  });
}
