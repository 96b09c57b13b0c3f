import { RESOURCE_NAMES, RecordProblem, type ResourceName } from 'portico-importer/resource.js';
import { readSourceKey } from 'portico-importer/source-key.js';
import { PictureProblem } from 'portico-media/picture.js';
import { BLOG_FOLDER } from 'portico-media/picture-store.js';
import {
  type Call,
  type Endpoint,
  endpoint,
  RecordLines,
  StatusAnswer,
  TaggedJson,
} from '../../api/endpoint.js';
import { refusalEnvelope } from '../../api/envelopes.js';
import {
  ManagedRecord,
  RemovedRecord,
  StoredPicture,
  StoredRecords,
} from '../../api/manage.record.js';
import { described, ParamProblem, type Params, text, type Values } from '../../api/params.js';
import { lowerCased } from '../../lib/names.js';
import { FairQueue, Turns } from '../../lib/queues.js';
import { quoted } from '../../lib/text.js';
import { newPostParams } from '../../resources/content/blog-write.params.js';
import { pictureOf } from '../../resources/content/blog-write.picture.js';
import type { RecordExport, TransferContext } from '../../resources/kinds/kind.js';
import { storeAudit } from '../../store/audit/audit.js';
import { numbersOfKeys } from '../../store/tenant/source-keys.js';
import { RECORD_KINDS } from '../record-kinds.js';
import { isRemovable, type RemovableKind, VISITOR_KINDS } from '../removal/removals.js';
import { removeRecord } from './remove-record.js';
import { exportOf, shownRecord, unlessChanged } from './shown-record.js';
import { managing, storeRecords } from './store-records.js';

/** The kinds that have a file of their own in an export; the others are part of another kind. */
const EXPORTED = RESOURCE_NAMES.filter((kind) => RECORD_KINDS[kind].export !== undefined);

/** The kinds whose records have a number of their own. */
const NUMBERED = RESOURCE_NAMES.filter(isRemovable);

/** What members and leads do and what keys get moves no revision, so a tag would not show a change. R253. */
const UNTAGGED: readonly ResourceName[] = ['source-keys', 'favorites', ...VISITOR_KINDS];
const TAGGED = new Set<string>(RESOURCE_NAMES.filter((kind) => !UNTAGGED.includes(kind)));

const common = {
  access: 'manage',
  uncached: true,
  tag: 'Data in and out',
  addition: true,
  // The status of the answer says what is wrong (R255).
  unreadable: async (_call: Call, words: string, status: 400 | 413) => failure(status, words),
} as const;

const HEADER_ALONE =
  'The key has the scope `manage` and is sent only in the header `X-API-Key`. Errors have their own status: 400, 404, 413.';

/** The key of a record, in the place of its number (R319). */
const byKey = {
  key: described(text(), 'The key of one record, as another system knows it'),
  source: described(text(), 'The source of the key; default `main`'),
};

/** Records in and out over HTTP, for back offices. R250 to R255, R317 to R321. */
export const manageEndpoints: readonly Endpoint[] = [
  endpoint({
    ...common,
    method: 'PUT',
    path: '/manage/{kind}',
    operation: 'updateRecords',
    kinds: RESOURCE_NAMES,
    body: 'records',
    summary: 'Store records',
    description: `Inserts or updates records by their id, as \`portico import\` does: up to 5,000 and 20 MB, one JSON object a line or a JSON array. A record keeps the fields that are not sent; \`"_remove": true\` removes it. Rejected records are listed with line and reason; all others are stored, together or not at all. With \`If-Match\`, a single record is stored only if the stored one still has that \`ETag\`; otherwise the answer is 412 with the stored record. ${HEADER_ALONE}`,
    answer: StoredRecords,
    handle: async (call) => {
      checkNames(call);
      const kind = kindAmong(call, RESOURCE_NAMES);
      if (kind === undefined) return unknownKind(call, RESOURCE_NAMES);
      const { records, ifMatch } = call;
      if (records === undefined || records.records === 0) {
        return failure(400, 'The body has no records: send one JSON object a line, or an array.');
      }
      if (ifMatch !== undefined && !(records.records === 1 && isRemovable(kind))) {
        return failure(400, 'If-Match: it goes with one record that has a number.');
      }
      return unlessChanged(() => storeRecords(call, kind, records));
    },
  }),
  endpoint({
    ...common,
    method: 'GET',
    path: '/manage/{kind}',
    operation: 'listRecords',
    kinds: EXPORTED,
    freshness: 'data and views',
    taggedKinds: TAGGED,
    lines: true,
    summary: 'All records of a kind, or one by its key',
    description: `All records, one JSON object a line, in the form that \`PUT /manage/{kind}\` takes and \`portico export\` writes; with \`key\`, the one record that the source knows by it, as JSON. A list that breaks off lacks the last chunk of HTTP/1.1. All kinds but source-keys, clients, deals, favorites, trails, saved searches and leads have an \`ETag\`. ${HEADER_ALONE}`,
    params: byKey,
    answer: ManagedRecord,
    handle: async (call, params) => {
      checkNames(call, byKey);
      if (params.key !== undefined) {
        return ofKey(call, params, async (kind, id) => oneRecord(call, kind, id));
      }
      if (hasKey(call)) return failure(400, EMPTY_KEY);
      if (params.source !== undefined) return failure(400, 'source: it goes with a key.');
      const kind = kindAmong(call, EXPORTED);
      if (kind === undefined) return unknownKind(call, EXPORTED);
      const { all, context } = exportOf(call, kind);
      return new RecordLines(listRecords(all, context));
    },
  }),
  endpoint({
    ...common,
    method: 'GET',
    path: '/manage/{kind}/{id}',
    operation: 'getRecord',
    kinds: NUMBERED,
    segment: 'The number of the record',
    summary: 'One record',
    description: `The record in the form that \`PUT /manage/{kind}\` takes, with its \`ETag\`. Send that as \`If-Match\` with the changed record, and it is stored only if nobody else has changed it since. ${HEADER_ALONE}`,
    answer: ManagedRecord,
    handle: async (call) => {
      checkNames(call);
      const kind = kindAmong(call, NUMBERED);
      if (kind === undefined) return unknownKind(call, NUMBERED);
      return (await oneRecord(call, kind, call.segment)) ?? unknownRecord(kind, call.segment);
    },
  }),
  endpoint({
    ...common,
    method: 'DELETE',
    path: '/manage/{kind}',
    operation: 'removeRecordByKey',
    kinds: NUMBERED,
    summary: 'Remove a record by its key',
    description: `Removes the one record that the source knows by this key, as \`portico remove --key\` does. Without \`key\` it is 405: no call removes all records. ${HEADER_ALONE}`,
    params: byKey,
    requires: ['key'],
    answer: RemovedRecord,
    handle: async (call, params) => {
      checkNames(call, byKey);
      if (kindAmong(call, NUMBERED) === undefined) return unknownKind(call, NUMBERED);
      if (params.key === undefined) {
        if (hasKey(call)) return failure(400, EMPTY_KEY);
        return failure(405, 'No call removes all records of a kind: name one by key and source.');
      }
      return ofKey(call, params, (kind, id) => removeRecord(call, kind, id));
    },
  }),
  endpoint({
    ...common,
    method: 'DELETE',
    path: '/manage/{kind}/{id}',
    operation: 'removeRecord',
    kinds: NUMBERED,
    segment: 'The number of the record',
    summary: 'Remove a record',
    description: `Removes the record, and deals with what refers to it, as \`portico remove\` does. ${HEADER_ALONE}`,
    answer: RemovedRecord,
    handle: async (call) => {
      checkNames(call);
      const kind = kindAmong(call, NUMBERED);
      if (kind === undefined) return unknownKind(call, NUMBERED);
      return (await removeRecord(call, kind, call.segment)) ?? unknownRecord(kind, call.segment);
    },
  }),
  endpoint({
    ...common,
    method: 'POST',
    path: '/manage/media',
    operation: 'addMedia',
    summary: 'Store a picture',
    description: `Stores a picture, so that records can refer to it. Its bytes decide what it is: JPG, PNG, GIF or WEBP, up to 5 MB and 40 megapixels; it is encoded again. ${HEADER_ALONE}`,
    params: {
      image: newPostParams.image,
      image_base64: newPostParams.image_base64,
    },
    answer: StoredPicture,
    handle: addPicture,
  }),
];

async function addPicture(call: Call) {
  const { tenant, tools, context } = call;
  let name: string;
  try {
    const bytes = pictureOf(call.raw);
    if (bytes === undefined) return failure(400, 'image: send the picture as a file of a form.');
    name = await tools.pictures.add(tenant.settings.name, bytes);
  } catch (error) {
    if (!(error instanceof PictureProblem)) throw error;
    // A full queue is refused as busy, and a store that fails is a 500. R296.
    if (error.cause !== undefined) throw error.cause;
    return failure(400, error.message);
  }
  // The answer to a call with an Idempotency-Key is stored with a write.
  const file = `${BLOG_FOLDER}/${name}`;
  const change = { kind: 'media', records: [{ id: file }] };
  await tenant.database.write((transaction) =>
    storeAudit(transaction, managing(call, 'POST /manage/media'), change),
  );
  return { FILENAME: file, BLOG_IMAGE: name, URL: `${context.mediaFolder}${file}` };
}

function kindAmong<Kind extends ResourceName>(
  { kind }: Pick<Call, 'kind'>,
  kinds: readonly Kind[],
): Kind | undefined {
  return kinds.find((name) => name === kind);
}

/** @throws ParamProblem for an unknown name: with a mistyped `key` a call would be one for all records. R320. */
function checkNames({ raw }: Call, params: Params = {}): void {
  const names = Object.keys(params);
  const unknown = Object.keys(raw).find((name) => !names.includes(lowerCased(name)));
  if (unknown === undefined) return;
  const accepted = names.length === 0 ? 'none' : names.join(' and ');
  throw new ParamProblem(`parameter ${quoted(unknown)}`, undefined, accepted);
}

const EMPTY_KEY = 'key: nothing was given; accepted is the key of one record.';

/** Whether a call has the name `key`, be it without a value: it means one record, and never all of them. R319. */
function hasKey({ raw }: Call): boolean {
  return Object.keys(raw).some((name) => lowerCased(name) === 'key');
}

/** Does the work on the record that a source knows by a key. */
async function ofKey<Done extends object>(
  call: Call,
  { key, source }: Values<typeof byKey>,
  work: (kind: RemovableKind, id: number) => Promise<Done | undefined>,
): Promise<Done | StatusAnswer> {
  const kind = kindAmong(call, NUMBERED);
  if (kind === undefined) return unknownKind(call, NUMBERED);
  const read = sourceKeyOf(source === undefined ? { key } : { key, source });
  if (read instanceof StatusAnswer) return read;
  const { db } = call.tenant.database;
  const id = (await numbersOfKeys(db, kind, read.source, [read.key])).get(read.key);
  const done = id === undefined ? undefined : await work(kind, id);
  const words = `There is no record with the key ${quoted(read.key)} of ${read.source} among the ${kind}.`;
  return done ?? failure(404, words);
}

function sourceKeyOf(input: Readonly<Record<string, unknown>>) {
  try {
    return readSourceKey(input, 'key');
  } catch (error) {
    if (error instanceof RecordProblem) return failure(400, `key: ${error.message}.`);
    throw error;
  }
}

async function oneRecord(call: Call, kind: RemovableKind, id: number) {
  const shown = await shownRecord(call, kind, id);
  return shown && new TaggedJson(shown.text, shown.tag, shown.isTagWhole);
}

/** R255. */
function failure(status: 400 | 404 | 405 | 413, words: string): StatusAnswer {
  return new StatusAnswer(status, refusalEnvelope(status, words));
}

function unknownKind({ kind }: Call, kinds: readonly ResourceName[]): StatusAnswer {
  const isKnown = (RESOURCE_NAMES as readonly string[]).includes(kind ?? '');
  const words = isKnown
    ? `Records of ${kind} cannot be asked for like this; they are a part of other records. Accepted are`
    : 'There is no such kind of record. Accepted are';
  return failure(404, `${words} ${kinds.join(', ')}.`);
}

function unknownRecord(kind: ResourceName, id: number): StatusAnswer {
  return failure(404, `There is no record ${id} among the ${kind}.`);
}

/** How many rows are read at a time: a search waits for them. */
const PAGE = 25;

/** The rest after each turn, in its lengths: a list takes longer, so that searches do not. */
const REST_RATIO = 2;

/** The lists that a process makes at a time, in all and for one tenant. None waits: it would not begin in time. */
const AT_ONCE = { inAll: 4, each: 1 } as const;

const lists = new FairQueue(0, 0, AT_ONCE.inAll, AT_ONCE.each);

/**
 * All records of a kind as lines of JSON, made while they are sent, in turns with other calls. R253, R317.
 *
 * @throws QueueFull at the first line, when too many lists are being made.
 */
export async function* listRecords(
  all: RecordExport,
  context: TransferContext,
): AsyncGenerator<string, void, void> {
  const leave = await lists.enter(context.database.name);
  try {
    const turns = new Turns(REST_RATIO);
    for await (const record of all({ ...context, pageSize: PAGE })) {
      yield `${JSON.stringify(record)}\n`;
      await turns.next();
    }
  } finally {
    leave();
  }
}
