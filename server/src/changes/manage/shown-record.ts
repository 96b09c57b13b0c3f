import type { ResourceName } from 'portico-importer/resource.js';
import { type Call, StatusAnswer } from '../../api/endpoint.js';
import { refusalEnvelope } from '../../api/envelopes.js';
import { namesTag, shortHash } from '../../lib/text.js';
import type { RecordExport, TransferContext, TransferRecord } from '../../resources/kinds/kind.js';
import type { TenantDatabase } from '../../store/tenant/open.js';
import { showingKeptFields } from '../kept/kept-fields.js';
import { RECORD_KINDS } from '../record-kinds.js';
import type { RemovableKind } from '../removal/removals.js';

/** A record as `/manage` shows it. */
export interface ShownRecord {
  readonly record: TransferRecord;
  /** The same as JSON. */
  readonly text: string;
  /** Its entity tag, including the quotes: another one as soon as the record is another one. */
  readonly tag: string;
  /** Whether the tag stands for all of it, and not only for what people edit. */
  readonly isTagWhole: boolean;
}

/** How the records of a kind are read, as `/manage` shows them. */
export function exportOf(
  { tenant, tools }: Pick<Call, 'tenant' | 'tools'>,
  kind: ResourceName,
  database = tenant.database,
): { readonly all: RecordExport; readonly context: TransferContext } {
  const all = RECORD_KINDS[kind].export;
  if (all === undefined) throw new Error(`Records of ${kind} are part of another kind.`);
  const context = { database, timeZone: tenant.settings.time_zone, clock: tools.clock };
  return { all: showingKeptFields(kind, all), context };
}

/** What visits of a website store: an editor who writes a whole record would take back those since it was read. R361. */
export const STORED_BY_VISITS: { readonly [Kind in ResourceName]?: string } = {
  listings: 'hitcounter',
  clients: 'last_login',
};

/** What visits of a website change, and nobody else: with it in the tag, each visit would be a conflict for an editor. R361. */
const OF_VISITS: { readonly [Kind in RemovableKind]?: readonly string[] } = {
  listings: ['hitcounter'],
  clients: ['last_login', 'active', 'status'],
};

/** The record with this number; undefined where there is none. */
export async function shownRecord(
  call: Pick<Call, 'tenant' | 'tools'>,
  kind: RemovableKind,
  id: number,
  inside?: TenantDatabase,
): Promise<ShownRecord | undefined> {
  const { all, context } = exportOf(call, kind, inside);
  for await (const record of all({ ...context, only: [id] })) {
    const text = JSON.stringify(record);
    const ofVisits = OF_VISITS[kind];
    const edited =
      ofVisits === undefined
        ? text
        : JSON.stringify(record, (name, value) => (ofVisits.includes(name) ? undefined : value));
    return { record, text, tag: `"${shortHash(edited)}"`, isTagWhole: ofVisits === undefined };
  }
  return undefined;
}

/** A call was not done, as its record is not the one that the caller has seen. R361. */
export class RecordChanged extends Error {
  constructor(readonly answer: StatusAnswer) {
    super('The record has changed.');
    this.name = 'RecordChanged';
  }
}

/** Checks `If-Match`, within the transaction that writes the record. @throws RecordChanged */
export async function checkMatch(
  call: Pick<Call, 'tenant' | 'tools' | 'ifMatch'>,
  kind: RemovableKind,
  id: number,
  inside: TenantDatabase,
): Promise<void> {
  const { ifMatch } = call;
  if (ifMatch === undefined) return;
  const shown = await shownRecord(call, kind, id, inside);
  if (shown !== undefined && (ifMatch.trim() === '*' || namesTag(ifMatch, shown.tag))) return;
  const words =
    shown === undefined
      ? 'If-Match: there is no such record any more.'
      : 'If-Match: the record has changed since. RECORD is what it is now.';
  const body = { ...refusalEnvelope(412, words), ...(shown && { RECORD: shown.record }) };
  throw new RecordChanged(new StatusAnswer(412, body, shown?.tag));
}

/** Does what may find that the record has changed, and answers that then. */
export async function unlessChanged<Done>(work: () => Promise<Done>): Promise<Done | StatusAnswer> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof RecordChanged) return error.answer;
    throw error;
  }
}
