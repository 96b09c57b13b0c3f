/** The message of a write's error while its database is being moved. */
export const FROZEN_MESSAGE = 'portico: this database is being moved';

/** The code of that error on PostgreSQL; PostgreSQL itself has no such code. */
export const FROZEN_CODE = 'PMOVE';

/** The message of a write of records while they are copied. */
export const READ_ONLY_MESSAGE = 'portico: the records of this database are being moved';

/** The code of that error on PostgreSQL. */
export const READ_ONLY_CODE = 'PMOVR';

/** Whether a write failed because it changes records while they are copied. */
export function isReadOnlyError(error: unknown): boolean {
  return isRefusal(error, READ_ONLY_CODE, READ_ONLY_MESSAGE);
}

/** Whether a write failed only because its database is being moved. */
export function isFrozenError(error: unknown): boolean {
  return isRefusal(error, FROZEN_CODE, FROZEN_MESSAGE);
}

function isRefusal(error: unknown, refusal: string, message: string): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (
    code === refusal || (code === 'SQLITE_CONSTRAINT_TRIGGER' && error.message.includes(message))
  );
}
