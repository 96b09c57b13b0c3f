/** What a database that is being moved says to whoever writes to it. */
export const FROZEN_MESSAGE = 'portico: this database is being moved';

/** The code of that error on PostgreSQL; none of its own. */
export const FROZEN_CODE = 'PMOVE';

/** Whether a write failed for the reason alone that its database is being moved. */
export function isFrozenError(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  return (
    code === FROZEN_CODE ||
    (code === 'SQLITE_CONSTRAINT_TRIGGER' && error.message.includes(FROZEN_MESSAGE))
  );
}
