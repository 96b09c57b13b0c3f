import { iso } from '../lib/dates.js';
import { type ConsoleAccount, LastOwnerError } from '../store/directory/console-accounts.js';
import { makeLink } from './links.js';
import { readPage } from './page.js';
import { ConsoleProblem, checkEmail, objectOf, problems, textsOf } from './problems.js';
import {
  BROKERAGE_ROLES,
  INSTALLATION_ROLES,
  isBrokerageRole,
  isInstallationRole,
} from './roles.js';
import { checkProof, directoryBy, numberIn, type SignedInCall, signedInRoute } from './route.js';

const ROLE = { role: { most: 20, optional: true }, client: { most: 100, optional: true } } as const;

/** The people of an installation: who they are, invitations, roles. */
export const peopleRoutes = [
  signedInRoute(['GET', '/api/people'], 'see people', async ({ parts: { services }, query }) => {
    const { directory, clock } = services;
    const page = readPage(query);
    const { total, accounts } = await directory.consoleAccounts.list(page);
    const people = accounts.map(
      ({ id, email, name, role, brokerages, second_factor, seen_at }) => ({
        ...{ id, email, name, role: role === '' ? null : role },
        brokerages: brokerages.map((each) => ({ client: each.client, role: each.role })),
        secondFactor: second_factor !== null,
        seen: iso(seen_at),
      }),
    );
    const links = await directory.consoleLinks.invitations(clock.now());
    const invitations = links.map(({ id, email, role, client, expires_at }) => ({
      ...{ id, email, role, client: client === '' ? null : client },
      expires: new Date(expires_at).toISOString(),
    }));
    return { people, total, invitations };
  }),
  signedInRoute(['POST', '/api/invitations'], 'change people', async (call) => {
    const { services, origin } = call.parts;
    const { email, role, client } = textsOf(call.body, { ...ROLE, email: { most: 320 } });
    checkEmail(email);
    await checkRole(call, role, client);
    if (client === '') checkProof(call);
    if ((await services.directory.consoleAccounts.byEmail(email)) !== undefined) {
      const words = `There is already an account of ${email}: give it the role there.`;
      throw problems.taken(words, 'email');
    }
    call.reply.code(201);
    const by = { ...services, directory: directoryBy(call, 'invite') };
    const made_by = call.caller.account.id;
    return makeLink(by, origin, { kind: 'invitation', email, role, client, made_by });
  }),
  signedInRoute(['DELETE', '/api/invitations/:id'], 'change people', async (call) => {
    const { consoleLinks } = call.parts.services.directory;
    const id = numberIn(call.params, 'id') ?? 0;
    const [link] = await consoleLinks.invitations(call.parts.services.clock.now(), id);
    if (link === undefined) throw problems.notFound('There is no such invitation.');
    if (link.client === '') checkOwner(call);
    await directoryBy(call, 'take back an invitation').consoleLinks.remove(link);
  }),
  signedInRoute(['PUT', '/api/people/:id'], 'change people', async (call) => {
    const person = await personOf(call);
    if (!hasRole(call.body)) throw problems.rejected({ role: 'is missing' });
    const { role, client } = textsOf(withoutNull(call.body), ROLE);
    const { consoleAccounts } = directoryBy(call, 'role');
    if (role !== '') await checkRole(call, role, client);
    else if (client === '') checkOwner(call);
    if (client === '') checkProof(call);
    if (client !== '') {
      await consoleAccounts.setClientRole(person.id, client, role === '' ? undefined : role);
    } else {
      await unlessLast(() => consoleAccounts.setRole(person.id, role));
    }
  }),
  signedInRoute(['POST', '/api/people/:id/reset'], 'change people', async (call) => {
    const person = await personOf(call);
    checkProof(call);
    const { services, origin } = call.parts;
    const by = { ...services, directory: directoryBy(call, 'reset') };
    const made_by = call.caller.account.id;
    return makeLink(by, origin, { kind: 'reset', account_id: person.id, made_by });
  }),
  signedInRoute(['DELETE', '/api/people/:id'], 'change people', async (call) => {
    const person = await personOf(call);
    checkProof(call);
    await unlessLast(() => directoryBy(call, 'remove').consoleAccounts.remove(person.id));
  }),
];

/** The account of a path. An operator changes nobody who has a role in the installation. */
async function personOf(call: SignedInCall): Promise<ConsoleAccount> {
  const id = numberIn(call.params, 'id') ?? 0;
  const person = await call.parts.services.directory.consoleAccounts.byId(id);
  if (person === undefined) throw problems.notFound('There is no such account.');
  if (person.role !== '') checkOwner(call);
  return person;
}

/** Only an owner gives or takes a role in the installation, as it is one in all brokerages. */
function checkOwner({ caller }: SignedInCall): void {
  if (caller.roles.installation === 'owner') return;
  throw problems.forbidden('Only an owner may change the roles of the installation.');
}

/** @throws ConsoleProblem unless there is such a role, in such a brokerage, and the caller may give it. */
async function checkRole(call: SignedInCall, role: string, client: string): Promise<void> {
  if (client === '') {
    checkOwner(call);
    if (isInstallationRole(role)) return;
    throw problems.rejected({ role: `is not one of ${INSTALLATION_ROLES.join(', ')}` });
  }
  const entry = await call.parts.services.directory.tenant(client);
  if (entry?.kind !== 'client')
    throw problems.rejected({ client: 'is not a brokerage of this server' });
  if (isBrokerageRole(role)) return;
  throw problems.rejected({ role: `is not one of ${BROKERAGE_ROLES.join(', ')}` });
}

function hasRole(body: unknown): boolean {
  return Object.hasOwn(objectOf(body), 'role');
}

/** No role is null in JSON. */
function withoutNull(body: unknown): unknown {
  return Object.fromEntries(Object.entries(objectOf(body)).filter(([, value]) => value !== null));
}

async function unlessLast(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof LastOwnerError)) throw error;
    throw new ConsoleProblem(409, 'lastOwner', error.message);
  }
}
