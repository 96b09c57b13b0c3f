import { open } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { count, shorten } from '../lib/text.js';
import { type AuditRecord, auditEntries } from '../store/audit/audit.js';
import {
  type Audit,
  auditOf,
  type EntryJson,
  entryJson,
  newestEntries,
} from '../store/audit/audit-list.js';
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

function onAudit(
  world: World,
  client: string | undefined,
  work: (audit: Audit & { readonly zone: string }) => Promise<Report>,
): Promise<Report> {
  return withServices(world, async ({ directory, tenants }) => {
    if (client === undefined) return work({ ...auditOf(directory), zone: 'UTC' });
    const entry = await findEntry(directory, 'client or feed', client);
    const { db } = await tenants.database(entry);
    const keys = await directory.keys.of(client);
    return work({ ...auditOf(directory, { entry, db, keys }), zone: entry.time_zone });
  });
}

function list(
  world: World,
  client: string | undefined,
  { since: day, limit, ...options }: ListOptions,
): Promise<Report> {
  return onAudit(world, client, async ({ zone, ...audit }) => {
    const since = day === undefined ? 0 : checkSince(day, zone);
    const entries = await newestEntries(
      audit,
      { ...options, since, now: world.clock.now() },
      limit,
    );
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
