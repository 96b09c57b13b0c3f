import { NameTakenError } from '../store/directory/directory.js';
import { objectOf, problems, textsOf } from './problems.js';
import {
  type ConsoleRoute,
  checkProof,
  commandOf,
  optionOf,
  type SignedInCall,
  signedInRoute,
} from './route.js';

/** The most characters of the file of a pull. */
const LONGEST_FILE = 200_000;

/** What operators do by commands: clients and feeds, partners, and pulls. */
export const commandRoutes: readonly ConsoleRoute[] = [
  signedInRoute(['POST', '/api/clients'], 'change clients', async (call) => {
    const { client, kind, ...texts } = textsOf(call.body, {
      client: { most: 40 },
      kind: { most: 10, optional: true },
      title: { most: 200, optional: true },
      timezone: { most: 60, optional: true },
    });
    await call.parts.services.directory.checkNameIsFree(client).catch((error: unknown) => {
      throw error instanceof NameTakenError
        ? problems.taken(`${client} is taken.`, 'client')
        : error;
    });
    const isFeed = kind !== '' && kind !== 'client';
    const options = Object.entries({ ...texts, kind: isFeed ? kind : '' })
      .filter(([, text]) => text !== '')
      .map(optionOf);
    const group = isFeed ? 'feed' : 'client';
    await commandOf(call, [group, 'add', '--json', ...options, '--', client], {
      argument: 'client',
    });
    call.reply.code(201);
    return { client };
  }),
  signedInRoute(['GET', '/api/partners'], 'see clients', (call) =>
    commandOf(call, ['partner', 'list', '--json']),
  ),
  signedInRoute(['POST', '/api/partners'], 'change clients', async (call) => {
    checkProof(call);
    const { name } = textsOf(call.body, { name: { most: 100 } });
    const made = await commandOf(call, ['partner', 'add', '--json', '--', name], {
      argument: 'name',
    });
    call.reply.code(201);
    return made;
  }),
  signedInRoute(['DELETE', '/api/partners/:prefix'], 'change clients', async (call) => {
    checkProof(call);
    await commandOf(call, ['partner', 'revoke', '--json', '--', call.params.prefix ?? '']);
  }),
  signedInRoute(['GET', '/api/pulls'], 'see clients', (call) =>
    commandOf(call, ['pull', 'list', '--json']),
  ),
  signedInRoute(['POST', '/api/pulls'], 'change clients', async (call) => {
    // It sends secrets of the installation to where it says.
    checkProof(call);
    const { every } = textsOf(call.body, { every: { most: 10 } });
    const made = await pullOf(call, ['add', optionOf(['every', every])]);
    call.reply.code(201);
    return made;
  }),
  // The first records, as they are read and mapped. Nothing is stored.
  signedInRoute(['POST', '/api/pulls/try'], 'change clients', async (call) => {
    checkProof(call);
    const tried = await pullOf(call, ['once', '--show=3']);
    if (tried.underWay === true)
      throw problems.taken('It is running now: try again when it has ended.');
    return tried;
  }),
  signedInRoute(['GET', '/api/pulls/:name/:source'], 'see clients', (call) => pull(call, 'show')),
  signedInRoute(['DELETE', '/api/pulls/:name/:source'], 'change clients', (call) => {
    checkProof(call);
    return pull(call, 'remove');
  }),
  ...(['pause', 'resume'] as const).map((verb) =>
    // One that is resumed is due at once.
    signedInRoute(['POST', `/api/pulls/:name/:source/${verb}`], 'change clients', (call) =>
      pull(call, verb),
    ),
  ),
];

/** Runs a command of `pull` on the pull of a body. */
async function pullOf(call: SignedInCall, command: readonly string[]) {
  const texts = { name: { most: 100 }, file: { most: LONGEST_FILE } };
  const { name, file } = textsOf(call.body, texts);
  if ((await call.parts.services.directory.tenant(name)) === undefined) {
    const words = 'There is no brokerage or feed of this name. The page Brokerages lists them.';
    throw problems.rejected({ name: words });
  }
  const { mappings, secrets } = objectOf(call.body);
  const input = JSON.stringify({ file, mappings, secrets });
  const args = ['pull', ...command, '--json', '--', name, '-'];
  return commandOf(call, args, { argument: 'file', input });
}

function pull(call: SignedInCall, verb: 'show' | 'pause' | 'resume' | 'remove') {
  const { name = '', source = '' } = call.params;
  return commandOf(call, ['pull', verb, '--json', optionOf(['source', source]), '--', name]);
}
