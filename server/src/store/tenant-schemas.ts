import { readdir } from 'node:fs/promises';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Clock } from '../lib/clock.js';
import type { Directory } from './directory/directory.js';
import { isSealed, type Places } from './directory/places.js';
import type { TenantSchema } from './directory/schema-notes.js';
import { isKnown, NewerDatabaseError, noteOf, type SchemaNote } from './schema/migrate.js';
import { SchemaLook } from './schema/schema-look.js';
import { tenantSteps } from './tenant/migrations.js';
import { schemaOf, type TenantStore } from './tenant/open.js';
import type { TenantDatabases } from './tenant-databases.js';

/** How many databases are read at once. */
const LOOKED_AT_ONCE = 8;

/** How long the number of closed tenants is cached, in milliseconds. */
const FRESH_MS = 5_000;

const MOST_NAMED = 20;

interface Parts {
  readonly directory: Directory;
  readonly tenants: Pick<TenantDatabases, 'store'>;
  readonly places: Places;
  readonly clock: Clock;
  readonly log: Logger;
}

/** What the directory knows of the schemas of all tenants and feeds, without opening their databases. */
export class TenantSchemas {
  readonly #parts: Parts;
  readonly #steps = tenantSteps({ kind: 'sqlite', schema: undefined });
  #closed: { readonly at: number; readonly tenants: Promise<number> } | undefined;
  #lastClosed = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  /** Checks, at a start, that this program can work with every database that can be read. @throws NewerDatabaseError */
  async check(): Promise<void> {
    const { tenantSchemas } = this.#parts.directory;
    const all = await tenantSchemas.all();
    const found = await this.#look(all.filter(({ note }) => note === undefined));
    await tenantSchemas.fill(found);
    const newer = all.flatMap(({ name, note = found.get(name) }) =>
      note === undefined || isKnown(note, this.#steps) ? [] : [{ name, note }],
    );
    const [first] = newer;
    if (first === undefined) return;
    const names = newer.map(({ name }) => name);
    throw new NewerDatabaseError(names, first.note);
  }

  /** Notes that this program has opened the database of a tenant or feed that was just listed. */
  async noteNew(name: string): Promise<void> {
    const steps = Object.entries(this.#steps).map(([step, { additive }]) => ({
      name: step,
      additive,
    }));
    const { tenantSchemas } = this.#parts.directory;
    await tenantSchemas.fill(new Map([[name, noteOf(steps, this.#steps)]]));
  }

  /**
   * How many tenants and feeds cannot be opened, as this program does not know their schema or their
   * database is gone. Cheap enough for a health probe: a query or two in five seconds.
   */
  closed(): Promise<number> {
    const now = this.#parts.clock.monotonic();
    if (this.#closed === undefined || now - this.#closed.at >= FRESH_MS) {
      const tenants = this.#count();
      this.#closed = { at: now, tenants };
      tenants.catch(() => {
        this.#closed = undefined;
      });
    }
    return this.#closed.tenants;
  }

  async #count(): Promise<number> {
    const { directory, log } = this.#parts;
    const missing = await this.#missing();
    let newer = 0;
    for (const [breakingStep, tenants] of await directory.tenantSchemas.breakingSteps()) {
      if (!isKnown({ step: '', breakingStep }, this.#steps)) newer += tenants;
    }
    const closed = newer + missing.length;
    if (closed !== this.#lastClosed) {
      const words = closed === 0 ? 'all clients can be opened again' : 'clients cannot be opened';
      log[closed === 0 ? 'info' : 'error'](
        { newer, missing: missing.slice(0, MOST_NAMED).map(({ name }) => name) },
        words,
      );
      this.#lastClosed = closed;
    }
    return closed;
  }

  /** The tenants whose database is gone, in the places that this server manages. */
  async #missing(): Promise<readonly TenantSchema[]> {
    const all = await this.#parts.directory.tenantSchemas.all();
    const noted = all.filter(
      ({ note, place }) => note !== undefined && (place === null || !isSealed(place)),
    );
    const { tenants } = this.#parts;
    const kinds = ['default', 'sqlite'] as const;
    const [byDefault, inFiles] = await Promise.all(
      kinds.map(async (kind) => databasesIn(await tenants.store(kind))),
    );
    return noted.filter(
      ({ name, place }) => !(place?.startsWith('sqlite.') ? inFiles : byDefault)?.(name),
    );
  }

  async #look(tenants: readonly TenantSchema[]): Promise<ReadonlyMap<string, SchemaNote>> {
    const { places, tenants: databases, log } = this.#parts;
    const found = new Map<string, SchemaNote>();
    const look = new SchemaLook();
    const waiting = tenants.values();
    const work = async (): Promise<void> => {
      for (const { name, place } of waiting) {
        try {
          const store = await databases.store(await places.placeOf(name, place));
          const steps = await look.tenant(store, name);
          if (steps !== undefined) found.set(name, noteOf(steps, this.#steps));
        } catch (error) {
          // Its server may be away for now, and one tenant must not stop all others.
          const { message: reason } = error as Error;
          log.warn({ client: name, reason }, 'the schema of a client cannot be looked at');
        }
      }
    };
    try {
      await Promise.all(Array.from({ length: LOOKED_AT_ONCE }, work));
    } finally {
      look.close();
    }
    return found;
  }
}

/** Says of a name whether a store has its database, after one look into the store. */
export async function databasesIn(store: TenantStore): Promise<(name: string) => boolean> {
  if ('folder' in store) {
    const files = new Set(await readdir(store.folder).catch(() => []));
    return (name) => files.has(`${name}.sqlite`);
  }
  const { rows } = await sql<{ name: string }>`
    select nspname as name from pg_catalog.pg_namespace where starts_with(nspname::text, 'client_')
  `.execute(store.server.schema('pg_catalog'));
  const schemas = new Set(rows.map(({ name }) => name));
  return (name) => schemas.has(schemaOf(name));
}
