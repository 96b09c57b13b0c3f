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
