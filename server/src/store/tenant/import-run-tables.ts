import type { Generated, Kysely } from 'kysely';
import type { Place } from '../engines/dialect.js';
import { addColumns, makeTable } from '../schema/steps.js';

/**
 * How an import ended. `rejected`: no record of some kind was taken. `partial`: not all pictures were fetched.
 * `refused`: a complete import did not remove what its files do not name. `running` stays where the process was killed,
 * until the next import begins (`importAt`).
 */
export type ImportResult =
  | 'running'
  | 'ok'
  | 'rejected'
  | 'partial'
  | 'refused'
  | 'failed'
  | 'interrupted';

/** An import, or what one key has pushed within an hour. No answer shows it. */
export interface ImportRunTable {
  id: Generated<number>;
  /** `command`, `console` and who began it there, or `key` and the public id of the key that pushed. */
  started_by: string;
  /** `import`, `complete`, `pull`, or `push`. */
  mode: string;
  /** The names of the files, without folders, as JSON. */
  files: string;
  /** By kind: how many records were read, written, unchanged, rejected, removed, refused and kept, as JSON. */
  counts: string;
  result: ImportResult;
  message: string;
  /** Milliseconds since the epoch. Of a run that has not ended, `ended_at` is when it was last noted that it runs. */
  started_at: number;
  ended_at: number;
  /** When the operator got an email about it; 0 if not. */
  emailed_at: number;
}

export interface ImportRunTables {
  import_run: ImportRunTable;
}

/** The step that notes when a database was last brought up to date, from the runs that are kept. */
export async function addRefreshed(db: Kysely<unknown>, place: Place): Promise<void> {
  await addColumns(db, place, 'revision', 'integer: refreshed_at');
  const tables = db as Kysely<ImportRunTables & { revision: { refreshed_at: number } }>;
  const runs = tables
    .selectFrom('import_run')
    .where('mode', '<>', 'push')
    .where('result', 'in', ['ok', 'partial']);
  await tables
    .updateTable('revision')
    .set((eb) => ({
      refreshed_at: eb.fn.coalesce(
        runs.select((run) => run.fn.max('ended_at').as('at')),
        eb.lit(0),
      ),
    }))
    .execute();
}

export async function makeImportRuns(db: Kysely<unknown>, place: Place): Promise<void> {
  const columns = `text: started_by mode files counts result message
    integer: started_at ended_at emailed_at`;
  await makeTable(db, place, 'import_run', 'counted: id', columns);
}
