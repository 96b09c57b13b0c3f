/*
 * The closed list of what keeps work from being done now that can be done later, besides a full queue (queues.ts).
 * http/gate/busy.ts says it to callers.
 */

/** What a PostgreSQL server, or the way to it, says while nobody can use it. */
const AWAY = new Set([
  ...['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EHOSTUNREACH', 'ENETUNREACH'],
  ...['ENOTFOUND', 'EAI_AGAIN', 'ENOENT'],
  // It shuts down, has crashed, or starts.
  ...['57P01', '57P02', '57P03'],
]);

/** A database cannot be reached at present, and what was asked of it was not done. */
export class DatabaseAway extends Error {
  readonly code: string | undefined;

  constructor(cause: Error) {
    super(cause.message, { cause });
    this.name = 'DatabaseAway';
    this.code = (cause as NodeJS.ErrnoException).code;
  }
}

/** Whether an error of opening a connection says that the server cannot be reached. */
export function isAway(error: unknown): error is Error {
  if (error instanceof AggregateError) return error.errors.some(isAway);
  if (!(error instanceof Error)) return false;
  const { code } = error as NodeJS.ErrnoException;
  return AWAY.has(code ?? '') || /^(Connection terminated|timeout)/i.test(error.message);
}

/** All connections to a database were in use, and none became free in time. */
export class ConnectionsTaken extends Error {
  constructor(connections: number, label: string, waitedMs: number, cause: unknown) {
    const seconds = waitedMs / 1000;
    super(`None of the ${connections} connections to ${label} became free within ${seconds} s.`, {
      cause,
    });
    this.name = 'ConnectionsTaken';
  }
}

/** The records of a client cannot be changed now, as its database is being moved. */
export class RecordsReadOnly extends Error {
  constructor(name: string, options: ErrorOptions) {
    super(
      `The records of ${name} cannot be changed now: its database is being moved. Try it again when that is ` +
        `done. Where the move was killed, run it again, or end it with \`portico client move ${name} --abort\`.`,
      options,
    );
    this.name = 'RecordsReadOnly';
  }
}

/** Too many large pages are being made for another one to be ready in time. */
export class LargePagesWaiting extends Error {
  constructor() {
    super('Too many large pages wait to be made.');
    this.name = 'LargePagesWaiting';
  }
}

/** What a search looks in is being made and was not ready in time; it goes on being made. */
export class StillIndexing extends Error {
  constructor(ms: number) {
    super(`The words to search were not indexed within ${ms} ms.`);
    this.name = 'StillIndexing';
  }
}
