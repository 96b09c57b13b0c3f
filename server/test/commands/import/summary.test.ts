import { describe, expect, it } from 'vitest';
import { importMapped } from '../../../../importer/test/support.js';
import { summaryText } from '../../../src/commands/import/summary.js';

const COUNTS = { read: 40, written: 40, rejected: 0 };

describe('the result of an import, for people', () => {
  it('says which records do not exist, of one and of several', () => {
    const textOf = (ids: readonly number[], records: number) =>
      summaryText(
        {
          listings: COUNTS,
          rejects: null,
          missing: { agents: { count: ids.length, records, ids } },
        },
        false,
      );
    expect(textOf([777], 1)).toContain('agents: 1 that 1 record names does not exist (777)');
    expect(textOf([7, 8], 40)).toContain('agents: 2 that 40 records name do not exist (7, 8)');
  });

  it('counts the records that a mapping does not take, and the fields that it left out', async () => {
    const mapping = `
      resource: listings
      skip: { status: Sold }
      fields: { id: id, price: { column: price, transform: number, otherwise: missing } }
    `;
    const csv = 'id,status,price\n1,Active,Call\nx,Sold,none\n2,Active,3200-3500\n3,Active,5\n';
    const text = summaryText((await importMapped('x.csv', csv, mapping)).summary, false);
    expect(text).toContain('listings: 1 that only: and skip: of the mapping do not take');
    expect(text).toContain(
      'listings: price of 2 records left out; first line 2: "Call" is not a number',
    );
  });
});
