/** The message of a write's error while its database is being moved. */
export const FROZEN_MESSAGE = 'portico: this database is being moved';

/** The code of that error on PostgreSQL; PostgreSQL itself has no such code. */
export const FROZEN_CODE = 'PMOVE';

/** Whether a write failed only because its database is being moved. */
export function isFrozenError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (
    code === FROZEN_CODE ||
    (code === 'SQLITE_CONSTRAINT_TRIGGER' && error.message.includes(FROZEN_MESSAGE))
  );
}
