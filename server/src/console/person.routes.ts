import { emailsOf, findPerson, leadsOf, type PersonName } from '../changes/removal/erase-person.js';
import type { RemovableKind } from '../changes/removal/removals.js';
import { LISTED_COLUMNS } from '../outbox/email/email-store.js';
import { storeAudit } from '../store/audit/audit.js';
import { inPortions } from '../store/tenant/bulk.js';
import { writeUnversioned } from '../store/tenant/write.js';
import { emailJson } from './brokerage.routes.js';
import { problems, textsOf } from './problems.js';
import { inTurn, type Loose, recordsOf } from './record-list.js';
import { actorOf, type BrokerageCall, brokerageRoute, checkProof, commandOf } from './route.js';

/** The most records of a kind of members that a file about a person has; `cut` names the kinds with more. */
const MOST = 10_000;

/** The tables whose rows belong to members, by kind. */
const OF_MEMBERS = { deals: 'deal', 'saved-searches': 'saved_search', trails: 'client_trail' };

/** What a brokerage holds about a person: all of it in one file, and its erasure. */
export const personRoutes = [
  // No GET, whose address would be kept by browsers and proxies.
  brokerageRoute(['POST', '/person/file'], 'edit records', async (call) => {
    checkProof(call);
    const { name } = personIn(call);
    const held = await inTurn(call, () => heldAbout(call, name));
    const change = {
      kind: 'clients',
      counts: { clients: held.clients.length, leads: held.leads.length, emails: held.email.length },
      records: held.ids.map((id) => ({ id })),
    };
    await writeUnversioned(call.tenant.database, (transaction) =>
      storeAudit(transaction, actorOf(call, 'export a person'), change),
    );
    call.reply.header('content-disposition', 'attachment; filename="person.json"');
    return held;
  }),
  brokerageRoute(['POST', '/person/erase'], 'edit records', async (call) => {
    checkProof(call);
    const { person } = personIn(call);
    const { name } = call.tenant.settings;
    // By the command, as the files of sent email go, too. It also names files, some of other brokerages.
    const args = ['member', 'erase', '--yes', '--json', '--', name, person];
    const { ids, erased, emailFiles, rejects } = await commandOf(call, args);
    return { ids, erased, emailFiles, rejects: (rejects as readonly string[]).length };
  }),
];

/** Who is meant, and the same as text. @throws ConsoleProblem for what names nobody. */
function personIn({ body }: BrokerageCall): { person: string; name: PersonName } {
  const { person } = textsOf(body, { person: { most: 320 } });
  const id = Number(person);
  if (/^[1-9]\d{0,15}$/.test(person) && Number.isSafeInteger(id)) return { person, name: { id } };
  if (/^[^\s@]+@[^\s@]+$/.test(person)) return { person, name: { email: person } };
  throw problems.rejected({ person: 'is neither an email address nor the number of a client' });
}

/** All of it, by what an erasure goes by. */
async function heldAbout(call: BrokerageCall, name: PersonName) {
  const { database } = call.tenant;
  const person = await findPerson(database, name);
  const ids = [...person.ids];
  const leadIds = await leadsOf(database.db, person);
  const emailIds = await emailsOf(database.db, person, leadIds);
  const records = (kind: RemovableKind, all: readonly number[]) =>
    inPortions(all, (portion) => recordsOf(call, kind, portion));
  const cut: string[] = [];
  const bounded = <Row>(kind: string, rows: readonly Row[]) => {
    if (rows.length > MOST) cut.push(kind);
    return rows.slice(0, MOST);
  };
  const favorites = await inPortions(ids, (portion) =>
    database.db
      .selectFrom('favorite_listing')
      .selectAll()
      .where('client_id', 'in', portion)
      .limit(MOST + 1)
      .execute(),
  );
  const emails = await inPortions(emailIds, (portion) =>
    database.db
      .selectFrom('letter')
      .select(LISTED_COLUMNS)
      .where(
        'id',
        'in',
        portion.map(({ id }) => id),
      )
      .orderBy('id')
      .execute(),
  );
  const ofMembers: Record<string, unknown> = {};
  for (const [kind, table] of Object.entries(OF_MEMBERS)) {
    const rows = await inPortions(ids, (portion) =>
      (database.db as unknown as Loose)
        .selectFrom(table)
        .select('id')
        .where('client_id', 'in', portion)
        .orderBy('id')
        .limit(MOST + 1)
        .execute(),
    );
    const found = bounded(kind, rows).map(({ id }) => Number(id));
    ofMembers[kind] = await records(kind as RemovableKind, found);
  }
  return {
    ...person,
    clients: await records('clients', ids),
    leads: await records('leads', leadIds),
    ...ofMembers,
    favorites: bounded('favorites', favorites),
    email: emails.map(emailJson),
    cut,
  };
}
