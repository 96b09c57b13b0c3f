import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { Kysely } from 'kysely';
import { count, shorten } from '../lib/text.js';
import {
  type AuditChange,
  type AuditEntry,
  type AuditRecord,
  type AuditTables,
  auditEntries,
  auditTables,
} from '../store/audit/audit.js';
import { define, defineCommand, reporting, terminalFor, type World } from './command.js';
import { CommandError, type Report } from './command-error.js';
import { findEntry, withServices } from './open.js';
import { checkSince, limitOption } from './options.js';
import { type Columns, momentIn, print } from './print.js';

interface ListOptions {
  readonly since?: string;
  readonly kind?: string;
  readonly record?: string;
  readonly limit: number;
}

/** `portico audit list|export`: who has changed what (R377). */
export function auditCommands(program: Command, world: World): void {
  const group = define(program, {
    usage: 'audit',
    description: 'list who has changed what, or write all of it to a file',
    examples: ['portico audit list acme', 'portico audit export acme --file audit.ndjson'],
  });

  defineCommand(group, {
    usage: 'list [client]',
    description: 'list changes of a client or feed; without one, of keys, partners and settings',
    examples: [
      'portico audit list acme',
      'portico audit list acme --kind listings --record 1204',
      'portico audit list --since 2026-11-01 --json',
    ],
  })
    .option('--since <date>', "only those from this day on, in the client's time zone")
    .option('--kind <kind>', 'only those of a kind, such as leads or keys')
    .option('--record <id>', 'only those that name this record')
    .addOption(limitOption())
    .action(reporting(world, list));

  defineCommand(group, {
    usage: 'export [client]',
    description: 'write all changes that are kept to a file, a line of JSON for each',
    examples: ['portico audit export acme --file acme-audit.ndjson'],
  })
    .requiredOption('--file <file>', 'a file that is not there yet')
    .action(reporting(world, exportAll));
}

/** Where entries are: those of a client in its database and in the directory, all others in the directory. */
interface Audit {
  readonly sources: readonly {
    readonly db: Kysely<AuditTables>;
    readonly client?: string;
    /** Since when the client has its name: an earlier one of the same name is another. */
    readonly from?: number;
  }[];
  readonly zone: string;
  /** What keys are called, by their public ids. */
  readonly keyNames: ReadonlyMap<string, string>;
}

function onAudit(
  world: World,
  client: string | undefined,
  work: (audit: Audit) => Promise<Report>,
): Promise<Report> {
  return withServices(world, async ({ directory, tenants }) => {
    const all = auditTables(directory.tables.db);
    if (client === undefined) {
      return work({ sources: [{ db: all }], zone: 'UTC', keyNames: new Map() });
    }
    const entry = await findEntry(directory, 'client or feed', client);
    const { db } = await tenants.database(entry);
    const keys = await directory.keys.of(client);
    return work({
      sources: [{ db: auditTables(db) }, { db: all, client, from: entry.created_at }],
      zone: entry.time_zone,
      keyNames: new Map(keys.map(({ prefix, name }) => [prefix, name])),
    });
  });
}

function list(
  world: World,
  client: string | undefined,
  { since: day, limit, ...options }: ListOptions,
): Promise<Report> {
  return onAudit(world, client, async ({ sources, zone, keyNames }) => {
    const since = day === undefined ? 0 : checkSince(day, zone);
    const filter = { ...options, since, now: world.clock.now() };
    const found: AuditEntry[] = [];
    for (const { db, client, from = 0 } of sources) {
      let left = limit;
      const ofSource = { ...filter, client, since: Math.max(since, from) };
      for await (const entry of auditEntries(db, ofSource)) {
        found.push(entry);
        left -= 1;
        if (left === 0) break;
      }
    }
    found.sort((one, other) => other.at - one.at);
    const entries = found.slice(0, limit).map((entry) => entryJson(entry, keyNames));
    const look = { terminal: terminalFor(world), below: ['WHAT'], empty: 'No such changes.' };
    return {
      json: { client: client ?? null, entries },
      text: print(columns(zone), entries, look),
    };
  });
}

function exportAll(
  world: World,
  client: string | undefined,
  { file }: { readonly file: string },
): Promise<Report> {
  return onAudit(world, client, async ({ sources, keyNames }) => {
    const path = resolve(world.cwd, file);
    const output = await open(path, 'wx', 0o600).catch((error: { readonly code?: unknown }) => {
      if (error.code !== 'EEXIST') throw error;
      throw new CommandError(`${path} is there already, and nothing is overwritten.`);
    });
    let entries = 0;
    try {
      for (const { db, client, from = 0 } of sources) {
        const filter = { client, since: from, now: world.clock.now() };
        for await (const entry of auditEntries(db, filter)) {
          await output.write(`${JSON.stringify(entryJson(entry, keyNames))}\n`);
          entries += 1;
        }
      }
    } finally {
      await output.close();
    }
    return { json: { file: path, entries }, text: `Wrote ${count(entries)} entries to ${path}.` };
  });
}

interface EntryJson extends Pick<AuditChange, 'counts' | 'records'> {
  readonly at: string;
  readonly by: string;
  readonly keyName?: string;
  readonly action: string;
  readonly client?: string;
  readonly kind: string;
}

function entryJson(
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

function columns(zone: string): Columns<EntryJson> {
  return {
    AT: ({ at }) => momentIn(Date.parse(at), zone),
    BY: ({ by, keyName }) => (keyName === undefined ? by : `${by} (${keyName})`),
    ACTION: ({ action }) => action,
    CLIENT: ({ client }) => client ?? null,
    KIND: ({ kind }) => kind,
    WHAT: ({ counts = {}, records = [] }) =>
      shorten([countWords(counts), ...records.map(recordWords)].filter(Boolean).join('; '), 200),
  };
}

function recordWords({ id, changed = [] }: AuditRecord): string {
  return changed.length === 0 ? `${id}` : `${id}: ${changed.join(', ')}`;
}

/** `2 stored`, and of an import `ok, listings (2 read, 1 written)`. */
function countWords(counts: object): string {
  const words = Object.entries(counts).map(([name, value]) => {
    if (typeof value === 'string') return value;
    if (typeof value === 'object') return `${name} (${countWords(value ?? {})})`;
    return value === 0 ? '' : `${value} ${name}`;
  });
  return words.filter(Boolean).join(', ');
}
