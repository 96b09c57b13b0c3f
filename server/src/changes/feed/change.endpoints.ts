import { type Static, Type } from 'typebox';
import { type Call, endpoint, JsonText, StatusAnswer } from '../../api/endpoint.js';
import { named, oneOf } from '../../api/fields.js';
import {
  described,
  listOf,
  MALFORMED,
  type Param,
  ParamProblem,
  pageSize,
  truth,
  type Values,
} from '../../api/params.js';
import {
  type ChangeState,
  CURSOR_VERSION,
  type Cursor,
  changesAfter,
  writeCursor,
} from '../../store/tenant/change-page.js';
import {
  CHANGE_KIND_NAMES,
  CHANGE_KINDS,
  type ChangeEntryTable,
  type ChangeKind,
} from '../../store/tenant/change-tables.js';
import { RECORD_READERS, type RecordSource, whenThereIsRoom } from './change.records.js';

const NUMBER = /^(?:0|[1-9]\d{0,15})$/;

/** Reads the text of a cursor; `start` is the wish for everything. */
function readCursor(text: string): Cursor | 'start' | typeof MALFORMED {
  const trimmed = text.trim();
  if (trimmed === '0') return 'start';
  const parts = Buffer.from(trimmed, 'base64url').toString('latin1').split('.');
  const numbers = parts.map(Number);
  const sound = parts.every((part) => NUMBER.test(part)) && numbers.every(Number.isSafeInteger);
  if (parts.length !== 7 || !sound || numbers[0] !== CURSOR_VERSION) return MALFORMED;
  const [, epoch = 0, seq = 0, kind = 0, id = 0, begun = 0, kinds = 0] = numbers;
  const cursor = { epoch, seq, kind, id, begun, kinds };
  return writeCursor(cursor) === trimmed ? cursor : MALFORMED;
}

/** Where to go on: the `CURSOR` of an earlier answer. */
function cursor(): Param<Cursor | 'start'> {
  return {
    schema: Type.String({ default: '0' }),
    accepts: 'the CURSOR of an earlier answer, or 0 for everything',
    fallback: 'start',
    parse: readCursor,
  };
}

/** The most changes in an answer; with their records fewer, as the largest of them take the processor for long. R191. */
const MOST = 1000;
const MOST_WITH_RECORDS = 500;

/** How many changes an answer has at most. */
function pageLimit(limit: number, records: boolean): number {
  return records ? Math.min(limit, MOST_WITH_RECORDS) : limit;
}

/** The parameters of `GET /changes`. R190. */
const changeParams = {
  since: described(cursor(), 'The CURSOR of the previous answer; without it, everything'),
  limit: described(
    pageSize(500, MOST),
    `How many changes an answer has: at most ${MOST}, or ${MOST_WITH_RECORDS} with records=true`,
  ),
  kinds: described(
    listOf(
      CHANGE_KIND_NAMES.map((kind) => [kind, kind] as const),
      'ChangeKind',
    ),
    'The kinds to follow, comma separated; default all',
  ),
  records: described(truth(), 'Adds the record to each change that is not a removal'),
  isMLS: described(truth(), 'Follows the listings of the attached MLS feed'),
  isRLS: described(truth(), 'Follows the listings of the attached RLS feed'),
};

const Change = named('Change', {
  kind: oneOf(CHANGE_KIND_NAMES, 'The kind of the record', 'ChangeKind'),
  id: Type.Integer({ description: 'Its id' }),
  op: oneOf(
    ['upsert', 'remove'],
    'upsert: it appeared or changed; remove: it is gone, or not readable any more',
  ),
  seq: Type.Integer({ description: 'The number of the write; changes of one write share it' }),
  at: Type.String({
    pattern: '^\\d{4}-\\d{2}-\\d{2}T\\d{2}:\\d{2}:\\d{2}\\.\\d{3}Z$',
    description: 'When it was written, in UTC, as `2026-11-20T14:05:09.000Z`',
  }),
  record: Type.Optional(
    Type.Object(
      {},
      {
        $id: 'ChangedRecord',
        additionalProperties: true,
        description:
          'The record as it is now, with `records=true` and after an upsert. Its fields are those of the reads of its kind.',
      },
    ),
  ),
});

const ChangePage = named('ChangePage', {
  CURSOR: Type.String({
    description: 'Send it as `since` next time; keep it once this is applied',
  }),
  MORE: Type.Boolean({ description: 'Whether to ask again at once' }),
  CHANGES: Type.Array(Change),
});

/** A first load answers no tombstones: nothing was removed after it began. */
const START = { seq: 0, kind: 0, id: 0, begun: Number.MAX_SAFE_INTEGER };

/** What changed since a cursor. R190 to R195. */
export const changeEndpoints = [
  endpoint({
    method: 'GET',
    path: '/changes',
    operation: 'listChanges',
    access: 'key',
    freshness: 'data',
    // An open house of a record passes without a write, and idle polls are 304 nevertheless.
    uncached: true,
    tag: 'Data in and out',
    addition: true,
    gone: 'The cursor is too old, of another client, or from before a restore: start without it',
    summary: 'What appeared, changed or was removed since a cursor',
    description:
      'If you apply every page in turn, your copy equals the records here. Without `since` you start with everything. Store CURSOR after each page and ask again; if nothing has changed, the answer is a 304.',
    params: changeParams,
    answer: ChangePage,
    handle: changes,
  }),
];

async function changes(call: Call, params: Values<typeof changeParams>) {
  const { since, records } = params;
  const limit = pageLimit(params.limit, records);
  const kinds = kindsOf(params);
  const mask = (kinds ?? []).reduce((bits, kind) => bits + 2 ** CHANGE_KINDS[kind].code, 0);
  if (since !== 'start' && since.kinds !== mask) {
    throw new ParamProblem('since', undefined, 'a cursor of the same kinds, or 0 for everything');
  }
  const source = sourceOf(call, params);
  if (source === undefined) return withoutFeed(since, mask);
  const place = since === 'start' ? START : since;
  const codes = kinds?.map((kind) => CHANGE_KINDS[kind].code);
  const { state, entries } = await changesAfter(source.database, place, codes, limit + 1);
  if (since !== 'start') {
    const reason = whyGone(since, state);
    if (reason !== undefined) return gone(reason);
  }
  const page = entries.slice(0, limit);
  const last = page.at(-1);
  const more = entries.length > limit && last !== undefined;
  const reached = more
    ? {
        ...{ seq: last.seq, kind: last.kind, id: last.record_id },
        begun: since === 'start' ? state.number : since.begun,
      }
    : { ...end(since, state), begun: 0 };
  const cursor = writeCursor({ ...reached, epoch: state.epoch, kinds: mask });
  const texts = await answerEntries(page, records ? source : undefined);
  return new JsonText(
    `{"CURSOR":${JSON.stringify(cursor)},"MORE":${more},"CHANGES":[${texts.join()}]}`,
  );
}

/** Of a feed the listings can be read, and nothing else. */
function kindsOf({
  kinds,
  isMLS,
  isRLS,
}: Values<typeof changeParams>): readonly ChangeKind[] | undefined {
  if (isMLS && isRLS) throw new ParamProblem('isMLS', 'true', 'one of isMLS and isRLS');
  if (!isMLS && !isRLS) return kinds;
  if (kinds?.some((kind) => kind !== 'listings')) {
    throw new ParamProblem('kinds', kinds.join(), 'listings, of a feed');
  }
  return ['listings'];
}

function sourceOf(
  call: Call,
  { isMLS, isRLS }: Values<typeof changeParams>,
): RecordSource | undefined {
  const { tenant, context } = call;
  const { name } = tenant.database;
  if (!isMLS && !isRLS) {
    return { tenant: name, database: tenant.database, context, settings: tenant.settings };
  }
  const kind = isMLS ? 'mls' : 'rls';
  const database = tenant.feeds[kind];
  const settings = tenant.feedSettings[kind];
  if (database === undefined || settings === undefined) return undefined;
  return { tenant: name, database, context: call.feedContext(kind), settings };
}

/** Where no feed is attached nothing is found; what a website has of one that was attached must go. */
function withoutFeed(since: Cursor | 'start', mask: number) {
  if (since !== 'start' && since.epoch !== 0) return gone('The feed is not attached any more.');
  const nothing = { epoch: 0, seq: 0, kind: 0, id: 0, begun: 0, kinds: mask };
  return { CURSOR: writeCursor(nothing), MORE: false, CHANGES: [] };
}

/** The place after all entries of a state. */
function end(since: Cursor | 'start', { number }: ChangeState) {
  const next = { seq: number + 1, kind: 0, id: 0 };
  return since !== 'start' && since.seq > next.seq ? since : next;
}

/** Why a cursor cannot be gone on from, in words; undefined where it can. */
function whyGone(cursor: Cursor, state: ChangeState): string | undefined {
  if (cursor.epoch !== state.epoch) {
    return 'The cursor is not of these data: they were restored from a backup, or it is of another client.';
  }
  if (Math.max(cursor.seq, cursor.begun) <= state.floor_seq) {
    return 'The cursor is too old: the removals since then are not kept any more.';
  }
  return undefined;
}

/** The answer to a cursor that leads nowhere. R193. */
function gone(reason: string): StatusAnswer {
  return new StatusAnswer(410, {
    STATUS: 'Error',
    STATUS_CODE: '410',
    MESSAGE: `${reason} Drop what you have, and ask again without since.`,
  });
}

/** The entries as an answer shows them, as JSON, with their records if there is a source. */
async function answerEntries(
  entries: readonly ChangeEntryTable[],
  source: RecordSource | undefined,
): Promise<string[]> {
  const readable = source === undefined ? undefined : await recordsOf(entries, source);
  return entries.map(({ kind: code, record_id: id, seq, removed, at }) => {
    const kind = nameOf(code);
    const record = readable?.get(kind)?.get(id);
    // A record that is gone by now has a later change, which says so again.
    const left = removed === 0 && (readable === undefined || record !== undefined);
    const change: Static<typeof Change> = {
      ...{ kind, id, op: left ? 'upsert' : 'remove', seq },
      at: new Date(at).toISOString(),
    };
    const text = JSON.stringify(change);
    return left && record !== undefined ? `${text.slice(0, -1)},"record":${record}}` : text;
  });
}

/** The most records that are read at once, without a wait for room. */
const FEW = 50;

/** The records that the entries left, as JSON, by kind and id. @throws LargePagesWaiting */
function recordsOf(entries: readonly ChangeEntryTable[], source: RecordSource) {
  const left = entries.filter(({ removed }) => removed === 0);
  const read = () => readRecords(left, source);
  return left.length > FEW ? whenThereIsRoom(source.tenant, read) : read();
}

/** A few statements for each kind. */
async function readRecords(left: readonly ChangeEntryTable[], source: RecordSource) {
  const records = new Map<ChangeKind, ReadonlyMap<number, string>>();
  for (const code of new Set(left.map(({ kind }) => kind))) {
    const ids = left.filter(({ kind }) => kind === code).map(({ record_id }) => record_id);
    const kind = nameOf(code);
    records.set(kind, await RECORD_READERS[kind](source, ids));
  }
  return records;
}

const NAMES = new Map(CHANGE_KIND_NAMES.map((kind) => [CHANGE_KINDS[kind].code as number, kind]));

function nameOf(code: number): ChangeKind {
  const name = NAMES.get(code);
  if (name === undefined) throw new Error(`There is no kind of changes with the code ${code}.`);
  return name;
}
