import { describe, expect, it } from 'vitest';
import { summaryText } from '../../src/commands/import/summary.js';

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
});
