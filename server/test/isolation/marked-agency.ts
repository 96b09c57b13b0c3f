import { generateAgency } from 'portico-demo';
import { type ImportResource, RecordProblem } from 'portico-importer/resource.js';
import { importResources } from '../../src/changes/transfers.js';
import type { TenantDatabase } from '../../src/store/tenant/open.js';
import { NOON } from '../rig/server.js';

/**
 * Gives a tenant one and the same brokerage as every other that is made here, with the same ids in
 * all of it; but for a word of its own in every text that may hold one.
 *
 * @param word Letters and digits.
 * @returns How many records were written.
 */
export async function writeMarkedAgency(database: TenantDatabase, word: string): Promise<number> {
  const agency = generateAgency({
    seed: 5,
    today: NOON,
    timeZone: 'America/New_York',
    listings: 60,
  }) as unknown as Readonly<Record<string, readonly object[] | undefined>>;
  let written = 0;
  const clock = { now: () => NOON, monotonic: () => 0 };
  for (const [name, resource] of importResources(database, 'America/New_York', clock)) {
    const records = (agency[name] ?? []).slice(0, 200);
    if (records.length === 0) continue;
    // Fields that say something to the program, such as dates, take no word: parsing tells which.
    const plain = new Set<string>();
    const rows = records.map((record) => parsed(resource, record, word, plain));
    const { refused } = await resource.write(rows);
    const [first] = refused;
    if (first !== undefined) throw first.problem;
    written += records.length;
  }
  return written;
}

function parsed(
  resource: ImportResource,
  record: object,
  word: string,
  plain: Set<string>,
): unknown {
  for (;;) {
    const marked = Object.fromEntries(
      Object.entries(record).map(([field, value]) => [
        field,
        plain.has(field) ? value : markedValue(field, value, word),
      ]),
    );
    try {
      return resource.parse(marked);
    } catch (error) {
      if (!(error instanceof RecordProblem) || plain.has(error.field)) throw error;
      plain.add(error.field);
    }
  }
}

function markedValue(field: string, value: unknown, word: string): unknown {
  if (typeof value !== 'string' || value === '') return value;
  return /email/i.test(field) ? `${word}.${value}` : `${value} ${word}`;
}
