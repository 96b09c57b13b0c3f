import { readRecordBody } from 'portico-importer/record-body.js';
import { PictureProblem } from 'portico-media/picture.js';
import { BLOG_FOLDER } from 'portico-media/picture-store.js';
import { StatusAnswer } from '../api/endpoint.js';
import { hasKeptFields, KEEP } from '../changes/kept/kept-fields.js';
import { removeRecord } from '../changes/manage/remove-record.js';
import { shownRecord, unlessChanged } from '../changes/manage/shown-record.js';
import { storeRecords } from '../changes/manage/store-records.js';
import { RECORD_KINDS } from '../changes/record-kinds.js';
import { REMOVALS, type RemovableKind, VISITOR_KINDS } from '../changes/removal/removals.js';
import { RECORD_BODY } from '../http/bodies.js';
import type { TransferRecord } from '../resources/kinds/kind.js';
import { auditEntries, auditTables, storeAudit } from '../store/audit/audit.js';
import { FIRST_KEY_NUMBER, numbersOfKeys, sourcesOfNumber } from '../store/tenant/source-keys.js';
import { writeUnversioned } from '../store/tenant/write.js';
import { brokerageOf } from './brokerages.js';
import { formRecord } from './form-record.js';
import { LISTED_KINDS } from './kind-list.js';
import { fieldsOf, kindOf, kindsFor } from './kinds.js';
import { ConsoleProblem, problems } from './problems.js';
import { inTurn, listRecords } from './record-list.js';
import { may } from './roles.js';
import { actorOf, type BrokerageCall, brokerageRoute, checkProof, numberIn } from './route.js';
import { newToken } from './sessions.js';
import { today } from './today.js';

/** The source of the keys of records that people make here: the server gives these their numbers. */
const SOURCE = 'console';

/** A picture of 5 MB, as everywhere. */
const PICTURE_LIMIT = 5 * 1024 * 1024;

/** The records of a brokerage, by the functions that `/manage` and imports use. */
export const recordRoutes = [
  brokerageRoute(['GET', ''], 'read records', async ({ caller, tenant }) =>
    brokerageOf(tenant.settings, caller.roles),
  ),
  brokerageRoute(['GET', '/kinds'], 'read records', async ({ caller, tenant }) => ({
    kinds: kindsFor(may(caller.roles, 'edit records', tenant.settings.name)),
  })),
  brokerageRoute(['GET', '/today'], 'read records', (call) => inTurn(call, () => today(call))),
  brokerageRoute(
    ['POST', '/pictures'],
    'edit records',
    async (call) => {
      const { tenant, parts, body, reply } = call;
      if (!Buffer.isBuffer(body)) throw problems.badRequest('The body is not a picture.');
      const { name } = tenant.settings;
      const file = await parts.services.tools.pictures.add(name, body).catch(refusePicture);
      const filename = `${BLOG_FOLDER}/${file}`;
      const change = { kind: 'media', records: [{ id: filename }] };
      await tenant.database.write((transaction) =>
        storeAudit(transaction, actorOf(call, 'picture'), change),
      );
      reply.code(201);
      return { filename, url: `/media/${name}/${filename}` };
    },
    PICTURE_LIMIT,
  ),
  brokerageRoute(['GET', '/:kind'], 'read records', (call) => listRecords(call, kindIn(call))),
  brokerageRoute(['GET', '/:kind/:id'], 'read records', (call) =>
    recordAnswer(call, kindIn(call), idIn(call)),
  ),
  // Called before a file is made of a list, so that it takes the password and is in the audit.
  brokerageRoute(['POST', '/:kind/export'], 'read records', async (call) => {
    const kind = kindIn(call);
    if (!isOfVisitors(kind)) return;
    checkProof(call);
    await writeUnversioned(call.tenant.database, (transaction) =>
      storeAudit(transaction, actorOf(call, 'export a list'), { kind, records: [] }),
    );
  }),
  brokerageRoute(['POST', '/:kind'], 'edit records', async (call) => {
    const kind = editableKind(call, 'create');
    const { id } = REMOVALS[kind];
    const { parts } = call;
    // A form that is sent twice, by a second click or a proxy, makes one record.
    const header = String(call.request.headers['idempotency-key'] ?? '');
    const token = /^[\w-]{16,64}$/.test(header) ? header : newToken(parts.services.tools.random);
    const key = { source: SOURCE, key: `${call.caller.account.id}-${token}` };
    const record = recordIn(call, kind);
    const earlier = await numberOfKey(call, kind, key.key);
    const number = earlier ?? (await store(call, kind, { ...record, [id]: key }));
    call.reply.code(201);
    return recordAnswer(call, kind, number);
  }),
  brokerageRoute(['PUT', '/:kind/:id'], 'edit records', async (call) => {
    const kind = editableKind(call, 'edit');
    const number = idIn(call);
    const ifMatch = ifMatchOf(call);
    const changes: Record<string, unknown> = { ...recordIn(call, kind) };
    if (hasKeptFields(kind) && changes[KEEP] === undefined) {
      // What staff store is theirs, and what was kept stays so: `If-Match` vouches for this list.
      const current = await shownRecord(toolsOf(call), kind, number);
      changes[KEEP] = current?.record[KEEP] ?? [];
    }
    await store(call, kind, { ...changes, [REMOVALS[kind].id]: number }, ifMatch);
    return recordAnswer(call, kind, number);
  }),
  brokerageRoute(['DELETE', '/:kind/:id'], 'edit records', async (call) => {
    const kind = editableKind(call, 'remove');
    // What people have left is nowhere else.
    if (isOfVisitors(kind)) checkProof(call);
    const number = idIn(call);
    const answer = await removeRecord(toolsOf(call, 'remove', ifMatchOf(call)), kind, number);
    if (answer instanceof StatusAnswer) throw conflict(call, kind, answer);
    if (answer === undefined) throw unknownRecord(kind, number);
  }),
];

const isOfVisitors = (kind: RemovableKind) => (VISITOR_KINDS as readonly string[]).includes(kind);

/** The number of the record that an earlier call with the key has added; undefined for none. @throws ConsoleProblem where it was removed since. */
async function numberOfKey(call: BrokerageCall, kind: RemovableKind, key: string) {
  const { db } = call.tenant.database;
  const number = (await numbersOfKeys(db, kind, SOURCE, [key])).get(key);
  if (number === undefined || (await shownRecord(toolsOf(call), kind, number))) return number;
  // A record that was refused has left its number, and nothing in the audit.
  const filter = { kind, record: String(number), now: call.parts.services.clock.now(), limit: 1 };
  const { done } = await auditEntries(auditTables(db), filter).next();
  if (done !== true) throw unknownRecord(kind, undefined);
  return undefined;
}

/** Stores one record. @returns Its number. @throws ConsoleProblem in the words of imports. */
async function store(
  call: BrokerageCall,
  kind: RemovableKind,
  record: TransferRecord,
  ifMatch?: string,
): Promise<number> {
  const body = await readRecordBody(oneChunk(Buffer.from(JSON.stringify(record))), RECORD_BODY);
  const manageCall = toolsOf(call, ifMatch === undefined ? 'add' : 'save', ifMatch);
  const answer = await unlessChanged(() => storeRecords(manageCall, kind, body));
  if (answer instanceof StatusAnswer) throw conflict(call, kind, answer);
  const [rejected] = answer.REJECTED;
  if (rejected !== undefined) {
    // Forms have the list, and not each of its parts.
    const [field = ''] = rejected.field.split('.');
    throw problems.rejected({ [field]: rejected.reason });
  }
  const [ignored] = answer.IGNORED;
  if (ignored !== undefined) throw problems.rejected({ [ignored]: 'is not a field of this kind' });
  return answer.IDS?.[0]?.id ?? Number(record[REMOVALS[kind].id]);
}

async function* oneChunk(bytes: Buffer): AsyncGenerator<Buffer> {
  yield bytes;
}

/** The record as it is now, with its entity tag. */
async function recordAnswer(call: BrokerageCall, kind: RemovableKind, id: number) {
  const current = await shownRecord(toolsOf(call), kind, id);
  if (current === undefined) throw unknownRecord(kind, id);
  call.reply.header('etag', current.tag);
  const { database, settings } = call.tenant;
  // A number has one key at most, and files may bring it without one.
  const [known] = await sourcesOfNumber(database.db, kind, id);
  const source = known ?? (id < FIRST_KEY_NUMBER ? 'files' : SOURCE);
  const record = formRecord(kind, current.record, settings.time_zone);
  return source === SOURCE ? record : { ...record, _source: source };
}

/** A 412: somebody else was faster. */
function conflict(
  { reply, tenant }: BrokerageCall,
  kind: RemovableKind,
  { body, tag }: StatusAnswer,
): ConsoleProblem {
  if (tag !== undefined) reply.header('etag', tag);
  const { RECORD: now } = body as { RECORD?: TransferRecord };
  const { one } = LISTED_KINDS[kind];
  if (now === undefined) return unknownRecord(kind, undefined);
  const record = formRecord(kind, now, tenant.settings.time_zone);
  const words = `Somebody else has changed this ${one.toLowerCase()} in the meantime.`;
  return new ConsoleProblem(412, 'changed', words, { body: { record } });
}

function unknownRecord(kind: RemovableKind, id: number | undefined): ConsoleProblem {
  const { one } = LISTED_KINDS[kind];
  return problems.notFound(
    id === undefined
      ? `This ${one.toLowerCase()} has been removed.`
      : `There is no ${one.toLowerCase()} ${id}.`,
  );
}

/** What the functions of `/manage` need of a call. @param action What the caller does, for the audit. */
function toolsOf(call: BrokerageCall, action = '', ifMatch?: string) {
  const { tenant, parts } = call;
  return { tenant, tools: parts.services.tools, ifMatch, actor: actorOf(call, action) };
}

function kindIn({ params }: BrokerageCall): RemovableKind {
  const kind = kindOf(params.kind);
  if (kind === undefined) throw problems.notFound('There is no such kind of record.');
  return kind;
}

function editableKind(call: BrokerageCall, what: 'create' | 'edit' | 'remove'): RemovableKind {
  const kind = kindIn(call);
  if (LISTED_KINDS[kind].without?.includes(what) !== true) return kind;
  throw problems.forbidden(
    `Nobody may do this here with ${LISTED_KINDS[kind].label.toLowerCase()}.`,
  );
}

function idIn({ params }: BrokerageCall): number {
  const id = numberIn(params, 'id');
  if (id === undefined) throw problems.notFound('There is no such record.');
  return id;
}

/** @throws ConsoleProblem without the entity tag of the record that the caller has seen. */
function ifMatchOf({ request }: BrokerageCall): string {
  const tag = request.headers['if-match'];
  // A star vouches for nothing that the caller has seen.
  if (tag !== undefined && tag !== '' && tag.trim() !== '*') return tag;
  throw new ConsoleProblem(428, 'ifMatchNeeded', 'If-Match is missing: the ETag of the record.');
}

/** The fields of a body: only those that forms have. The number is that of the path, and nothing asks for a removal. */
function recordIn({ body }: BrokerageCall, kind: RemovableKind): TransferRecord {
  if (typeof body !== 'object' || body === null || Array.isArray(body) || Buffer.isBuffer(body)) {
    throw problems.badRequest('The body is not a record.');
  }
  const record = body as TransferRecord;
  const { openFields } = RECORD_KINDS[kind];
  const edited = new Set(fieldsOf(kind).flatMap(({ name, readOnly }) => (readOnly ? [] : [name])));
  if (hasKeptFields(kind)) edited.add(KEEP);
  const other = Object.keys(record).find((name) => !edited.has(name) && !openFields?.test(name));
  if (other !== undefined)
    throw problems.rejected({ [other]: 'is not a field that can be edited' });
  return record;
}

/** @throws ConsoleProblem in the words of the check of pictures. */
function refusePicture(error: unknown): never {
  if (!(error instanceof PictureProblem)) throw error;
  // A full queue is busy, and a store that fails is a fault.
  if (error.cause !== undefined) throw error.cause;
  throw problems.rejected({ picture: error.message });
}
