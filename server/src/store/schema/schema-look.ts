import { existsSync } from 'node:fs';
import type { Kysely } from 'kysely';
import { Connection } from '../engines/sqlite/connection.js';
import { schemaOf, type TenantStore, tenantFile } from '../tenant/open.js';
import { type AppliedStep, appliedSteps } from './migrate.js';

/**
 * Reads the schemas of databases and creates nothing. SQLite files are attached to one connection, one
 * after the other, at a tenth of the cost of opening each.
 */
export class SchemaLook {
  #files: Connection | undefined;

  /** The steps that the database of a tenant or feed has taken; undefined if there is none. */
  async tenant(store: TenantStore, name: string): Promise<readonly AppliedStep[] | undefined> {
    if ('folder' in store) return this.file(tenantFile(store.folder, name));
    const schema = schemaOf(name);
    const db = store.server.schema<never>(schema) as Kysely<never>;
    const steps = await appliedSteps(db, { kind: 'postgres', schema });
    return steps.length === 0 ? undefined : steps;
  }

  /** Like `tenant`, for a SQLite file. */
  file(path: string): readonly AppliedStep[] | undefined {
    if (!existsSync(path)) return undefined;
    this.#files ??= new Connection(':memory:', 'writer');
    const files = this.#files;
    files.prepare('attach ? as looked').run(path);
    try {
      const columns = files
        .prepare("select name from pragma_table_info('schema_step', 'looked')")
        .pluck()
        .all();
      if (columns.length === 0) return undefined;
      const additive = columns.includes('additive') ? 'additive' : 'null as additive';
      const rows = files.prepare(`select name, ${additive} from looked.schema_step`).all();
      return (rows as { name: string; additive: number | null }[]).map((row) => ({
        name: row.name,
        additive: row.additive === 1,
      }));
    } finally {
      files.database.exec('detach looked');
    }
  }

  close(): void {
    this.#files?.database.close();
    this.#files = undefined;
  }
}
