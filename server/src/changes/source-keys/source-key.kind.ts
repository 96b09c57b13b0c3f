import { readSourceKey } from 'portico-importer/source-key.js';
import type { TransferRecord } from '../../resources/kinds/record-kind.js';
import { recordKind } from '../../resources/kinds/record-kind.js';
import { problem, readText, readWhole } from '../../resources/kinds/transfer-fields.js';
import { FIRST_KEY_NUMBER, LAST_KEY_NUMBER } from '../../store/tenant/source-keys.js';
import { isRemovable, REMOVALS, type RemovableKind } from '../removal/removals.js';
import { exportSourceKeys } from './source-key.export.js';
import { type SourceKeyImport, writeSourceKeys } from './source-key.write.js';

const FIELDS = ['kind', 'source', 'key', 'id'] as const;

/**
 * The kinds whose records websites make, too. What they make gets the number after the highest, so that a key may not
 * keep one of these.
 */
const MADE_BY_WEBSITES: readonly RemovableKind[] = ['clients', 'leads', 'trails', 'blogs'];

/** The source keys of a database as records of files, so that an export brings its keys and numbers. */
export const sourceKeys = recordKind<SourceKeyImport>({
  fields: new Set(FIELDS),
  identity: ['kind', 'key', 'id'],
  read: readRecord,
  key: ({ kind, source, key, id }) => JSON.stringify([kind, source, key, id]),
  write: writeSourceKeys,
  export: exportSourceKeys,
});

function readRecord(record: TransferRecord): SourceKeyImport {
  const kind = readText(record.kind ?? '', 'kind').trim();
  if (!isRemovable(kind)) throw problem('kind', kind, Object.keys(REMOVALS).join(', '));
  const { source = null, key } = record;
  const read = readSourceKey(source === null ? { key } : { key, source }, 'key');
  const isMade = MADE_BY_WEBSITES.includes(kind);
  const least = isMade ? FIRST_KEY_NUMBER : 1;
  const id = readWhole(record.id ?? '', 'id', least, LAST_KEY_NUMBER);
  return { kind, ...read, id };
}
