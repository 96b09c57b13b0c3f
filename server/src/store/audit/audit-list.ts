import type { Kysely } from 'kysely';
import type { DirectoryTables, TenantEntry } from '../directory/tables.js';
import type { TenantTables } from '../tenant/tables.js';
import {
  type AuditChange,
  type AuditEntry,
  type AuditFilter,
  type AuditTables,
  auditEntries,
  auditTables,
} from './audit.js';

/** Where entries are: those of a client in its database and in the directory, all others in the directory. */
export interface Audit {
  readonly sources: readonly {
    readonly db: Kysely<AuditTables>;
    readonly client?: string;
    /** Since when the client has its name: an earlier one of the same name is another. */
    readonly from?: number;
  }[];
  /** What keys are called, by their public ids. */
  readonly keyNames: ReadonlyMap<string, string>;
}

/** The audit of the directory or, with `of`, of a client or feed. */
export function auditOf(
  { tables }: { readonly tables: { readonly db: Kysely<DirectoryTables> } },
  of?: {
    readonly entry: TenantEntry;
    readonly db: Kysely<TenantTables>;
    readonly keys: readonly { readonly prefix: string; readonly name: string }[];
  },
): Audit {
  const all = auditTables(tables.db);
  if (of === undefined) return { sources: [{ db: all }], keyNames: new Map() };
  const { name: client, created_at: from } = of.entry;
  return {
    sources: [{ db: auditTables(of.db) }, { db: all, client, from }],
    keyNames: new Map(of.keys.map(({ prefix, name }) => [prefix, name])),
  };
}

export async function newestEntries(
  { sources, keyNames }: Audit,
  filter: AuditFilter,
  limit: number,
): Promise<EntryJson[]> {
  const found: AuditEntry[] = [];
  for (const { db, client, from = 0 } of sources) {
    let left = limit;
    const ofSource = { ...filter, limit, client, since: Math.max(filter.since ?? 0, from) };
    for await (const entry of auditEntries(db, ofSource)) {
      found.push(entry);
      left -= 1;
      if (left === 0) break;
    }
  }
  found.sort((one, other) => other.at - one.at);
  return found.slice(0, limit).map((entry) => entryJson(entry, keyNames));
}

/** An entry for programs. */
export interface EntryJson extends Pick<AuditChange, 'counts' | 'records'> {
  readonly at: string;
  readonly by: string;
  readonly keyName?: string;
  readonly action: string;
  readonly client?: string;
  readonly kind: string;
}

export function entryJson(
  { at, actor: by, action, client, kind, details }: AuditEntry,
  keyNames: Audit['keyNames'],
): EntryJson {
  const keyName = keyNames.get(by.replace(/^key /, '')) ?? '';
  return {
    ...{ at: new Date(at).toISOString(), by },
    ...(keyName !== '' && { keyName }),
    action,
    ...(client !== '' && { client }),
    kind,
    ...JSON.parse(details),
  };
}
