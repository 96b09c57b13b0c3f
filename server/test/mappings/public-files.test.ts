import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { revisionOf } from '../../src/store/tenant/write.js';
import { forAnyDatabase } from '../rig/databases.js';
import { databaseOf } from '../rig/offline.js';
import { isWholeRun } from '../rig/part.js';
import { serverFor } from '../rig/server.js';
import { sharedData } from '../rig/shared-data.js';
import { temporaryFolder } from '../rig/temp.js';
import { type RecordsByKey, recordsByKey } from './by-keys.js';
import { PUBLIC_FILES, type PublicFile, type Truth } from './public-files.js';
import { takeWith } from './taken.js';

/*
 * Files that other systems publish go in whole: what an export says then is held against what plain code makes of the
 * file. A second time stores nothing; another order, several files and another source give the same records.
 */

/** Rows that are imported in another order. */
const REORDERED = 500;

/**
 * Rows of a file that are taken; a whole run has SQLite take all of them. The largest file would take PostgreSQL a
 * minute.
 */
const SOME = 1000;

const mappingOf = ({ mapping }: PublicFile) =>
  readFileSync(fileURLToPath(new URL(`./${mapping}.yaml`, import.meta.url)), 'utf8');

/**
 * Holds records against others of the same keys, in the fields that these have.
 *
 * @param varies Fields that may differ, as `kind.field`.
 */
function compare(records: RecordsByKey, expected: Truth, varies: readonly string[] = []): void {
  for (const [kind, ofKind] of Object.entries(expected)) {
    const found = records[kind as keyof Truth] ?? new Map<string, Record<string, unknown>>();
    expect([kind, found.size]).toEqual([kind, ofKind.size]);
    const differences = [...ofKind].flatMap(([key, fields]) => {
      const record = found.get(key);
      if (record === undefined) return [`${kind} ${key}: is not there`];
      return Object.entries(fields).flatMap(([field, value]) => {
        const [has, should] = [record[field], value].map((one) => JSON.stringify(one ?? ''));
        if (has === should || varies.includes(`${kind}.${field}`)) return [];
        return [`${kind} ${key}: ${field}: ${has}, not ${should}`];
      });
    });
    expect(differences.slice(0, 5)).toEqual([]);
  }
}

/** Takes the fields of a record that are held against the truth. */
function inTruth(truth: Truth): NonNullable<Parameters<typeof recordsByKey>[2]> {
  const fields = new Map(
    Object.entries(truth).map(([kind, ofKind]) => [
      kind,
      new Set([...ofKind.values()].flatMap(Object.keys)),
    ]),
  );
  return (kind, record) =>
    Object.fromEntries([...(fields.get(kind) ?? [])].map((field) => [field, record[field]]));
}

const SAMPLES = PUBLIC_FILES.map((sample, at) => ({
  ...sample,
  path: sharedData(sample.file, sample.name),
  tenant: `file-${at}`,
}));

forAnyDatabase('a public file through a mapping', (place) => {
  const server = serverFor(place);

  /** Imports a file for each part of the rows, and answers the source under which that was done. */
  async function take(
    sample: PublicFile,
    tenant: string,
    parts: readonly (readonly unknown[])[],
    source?: string,
  ) {
    const folder = temporaryFolder();
    const mapping = join(folder, 'mapping.yaml');
    const text = mappingOf(sample);
    const named = /^source: (.+)$/m.exec(text)?.[1] ?? 'main';
    const own = source ?? named;
    writeFileSync(mapping, text.replace(/^source: .+$/m, `source: ${own}`));
    const files = parts
      .filter((rows) => rows.length > 0)
      .map((rows, at) => {
        const file = join(folder, `part-${at}.${sample.extension}`);
        writeFileSync(file, sample.write(rows));
        return file;
      });
    const summary = await takeWith(server, tenant, files, mapping, join(folder, 'rejects'));
    expect(summary.rejects && readFileSync(summary.rejects, 'utf8').slice(0, 1000)).toBeNull();
    return { summary, source: own, database: await databaseOf(server.services, tenant) };
  }

  for (const sample of SAMPLES) {
    const { name, path, tenant } = sample;
    it.skipIf(path === undefined)(
      `goes in whole: ${name}`,
      async () => {
        const all = sample.rows(gunzipSync(readFileSync(path ?? '')).toString());
        const rows = isWholeRun && place.kind === 'sqlite' ? all : all.slice(0, SOME);
        await server.addTenant(tenant);
        const first = await take(sample, tenant, [rows]);
        const truth = sample.truth(rows);
        compare(await recordsByKey(first.database, first.source, inTruth(truth)), truth);
        if (sample.isPartial !== true) {
          expect(first.summary.unfilled).toBeUndefined();
          expect(first.summary.unread).toBeUndefined();
        }

        const before = await revisionOf(first.database);
        await take(sample, tenant, [rows]);
        expect(await revisionOf(first.database)).toEqual(before);
      },
      170_000,
    );

    it.skipIf(path === undefined)(
      `goes in in any order, split, and twice: ${name}`,
      async () => {
        const all = sample.rows(gunzipSync(readFileSync(path ?? '')).toString());
        const rows = all.slice(0, REORDERED);
        await server.addTenant(`${tenant}-turned`);
        const reversed = [...rows].reverse();
        const middle = Math.ceil(rows.length / 3);
        const parts = [reversed.slice(0, middle), reversed.slice(middle)];
        const turned = await take(sample, `${tenant}-turned`, parts);
        const records = await recordsByKey(turned.database, turned.source);
        compare(records, sample.truth(rows));
        const other = await take(sample, `${tenant}-turned`, [rows], 'another');
        const others = await recordsByKey(other.database, other.source);
        compare(others, records, sample.varies);
        compare(records, others, sample.varies);
      },
      60_000,
    );
  }
});
