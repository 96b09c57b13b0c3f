import { FairQueue } from '../lib/queues.js';
import { LONGEST_PASSWORD } from '../passwords/passwords.js';
import type { ConsoleAccount } from '../store/directory/console-accounts.js';
import { PROGRAM_VERSION } from '../version.js';
import { brokerageOf } from './brokerages.js';
import { acceptLink, checkPassword, findLink } from './links.js';
import { ConsoleProblem, problems, textsOf } from './problems.js';
import { knows, may } from './roles.js';
import {
  type ConsoleParts,
  directoryBy,
  numberIn,
  type OpenCall,
  openRoute,
  type SignedInCall,
  signedInRoute,
} from './route.js';
import { APP_CODE, SecondFactors } from './second-factor.js';
import { type Caller, rolesOf } from './sessions.js';

/** Members' attempts have the name of a client here, which has no blank. */
const OF_CONSOLE = 'the console';

/** The `Retry-After` where an account has to wait: its counter does not say for how long. */
const ACCOUNT_WAIT_MS = 60_000;

const PASSWORD = { most: LONGEST_PASSWORD };
const EMAIL = { most: 320 };
const CODE = { most: 20 };
const OPTIONAL_CODE = { ...CODE, optional: true } as const;

/** Attempts of an address, and codes of an account, take turns: none begins before the one ahead has counted. */
const turns = new FairQueue(30, 300, 30, 1);
const codeTurns = new FairQueue(30, 300, 30, 1);

/** Signing in and out, links, and what an account does about itself. */
export const accountRoutes = [
  openRoute(['POST', '/api/sign-in'], signIn),
  openRoute(['POST', '/api/sign-out'], async ({ parts, request, reply }) => {
    await parts.sessions.end(request, reply);
  }),
  openRoute(['POST', '/api/links/open'], async (call) => {
    const { token } = textsOf(call.body, { token: { most: 100 } });
    return limitFailures(call, async () => {
      const { link, title } = await findLink(call.parts, token);
      const { kind, role, expires_at } = link;
      const client = link.client === '' ? null : link.client;
      const expires = new Date(expires_at).toISOString();
      return { kind, email: link.email, role, client, title, expires };
    });
  }),
  openRoute(['POST', '/api/links/accept'], async (call) => {
    const { parts } = call;
    const id = await limitFailures(call, () => acceptLink(parts, call.body));
    const account = await parts.services.directory.consoleAccounts.byId(id);
    // A link stands in for a password, and for no second factor.
    if (account === undefined || account.second_factor !== null) return undefined;
    return beginSession(call, id);
  }),
  signedInRoute(['GET', '/api/session'], 'account', ({ parts, caller }) => {
    return sessionOf(parts, caller);
  }),
  signedInRoute(['GET', '/api/sessions'], 'account', async ({ parts, caller }) => {
    const { consoleSessions } = parts.services.directory;
    const all = await consoleSessions.ofAccount(caller.account.id, parts.sessions.bounds());
    const sessions = all.map(({ id, created_at, seen_at, address, agent }) => ({
      ...{ id, current: id === caller.session.id, address, agent },
      created: new Date(created_at).toISOString(),
      seen: new Date(seen_at).toISOString(),
    }));
    return { sessions };
  }),
  signedInRoute(['DELETE', '/api/sessions'], 'account', async ({ parts, caller }) => {
    await parts.services.directory.consoleSessions.endAll(caller.account.id, caller.session.id);
  }),
  signedInRoute(['DELETE', '/api/sessions/:id'], 'account', async (call) => {
    const id = numberIn(call.params, 'id');
    const { consoleSessions } = call.parts.services.directory;
    if (id === undefined || !(await consoleSessions.end(call.caller.account.id, id))) {
      throw problems.notFound('There is no such session.');
    }
  }),
  signedInRoute(['PUT', '/api/password'], 'account', async (call) => {
    const { current, password } = textsOf(call.body, { current: PASSWORD, password: PASSWORD });
    const { account, session } = call.caller;
    await confirmPassword(call, account, current, 'current');
    checkPassword(password);
    const hash = await call.parts.services.tools.passwords.hash(password);
    const { consoleAccounts } = directoryBy(call, 'password');
    await consoleAccounts.setPassword(account.id, hash, session.id);
  }),
  signedInRoute(['POST', '/api/session/proof'], 'account', async (call) => {
    const { password, code } = textsOf(call.body, { password: PASSWORD, code: OPTIONAL_CODE });
    await confirmPassword(call, call.caller.account, password, 'password', code);
    await call.parts.sessions.prove(call.caller);
  }),
  signedInRoute(['POST', '/api/second-factor'], 'account', async (call) => {
    const { password } = textsOf(call.body, { password: PASSWORD });
    checkNoFactor(call.caller.account);
    await confirmPassword(call, call.caller.account, password, 'password');
    return new SecondFactors(call.parts.services).propose(call.caller.account);
  }),
  signedInRoute(['POST', '/api/second-factor/confirm'], 'account', async (call) => {
    const { code } = textsOf(call.body, { code: CODE });
    const { account, session } = call.caller;
    checkNoFactor(account);
    const services = { ...call.parts.services, directory: directoryBy(call, 'second factor') };
    const recoveryCodes = await new SecondFactors(services).confirm(account, code, session.id);
    if (recoveryCodes === undefined) throw problems.rejected({ code: WRONG_CODE });
    return { recoveryCodes };
  }),
  signedInRoute(['POST', '/api/second-factor/remove'], 'account', async (call) => {
    const { password, code } = textsOf(call.body, { password: PASSWORD, code: CODE });
    const { account } = call.caller;
    await confirmPassword(call, account, password, 'password', code);
    const { consoleAccounts } = directoryBy(call, 'second factor');
    await consoleAccounts.setSecondFactor(account.id, null, [], call.caller.session.id);
  }),
];

const WRONG_CODE = 'is wrong, or was used before';

/** A new second factor in place of one that is on would ask for nothing but the password. */
function checkNoFactor({ second_factor }: ConsoleAccount): void {
  if (second_factor !== null) throw problems.taken('A second factor is on: remove it first.');
}

/**
 * Uses a code up. Wrong codes of the app count for the account, as there are only a million; recovery codes do not, so
 * that they help somebody whose password a stranger has.
 *
 * @returns Whether it was good.
 */
async function isGoodCode(
  { codes, services }: ConsoleParts,
  account: ConsoleAccount,
  text: string,
): Promise<boolean> {
  if (account.second_factor === null) return true;
  const code = text.replace(/\s/g, '');
  const factors = new SecondFactors(services);
  if (!APP_CODE.test(code)) return factors.use(account, code);
  const name = String(account.id);
  return codeTurns.run(name, async () => {
    const waitMs = await codes.waitMs(name);
    if (waitMs > 0) throw problems.wait(waitMs);
    const isGood = await factors.use(account, code);
    if (!isGood) await codes.take(name);
    return isGood;
  });
}

async function signIn(call: OpenCall) {
  const { parts, request, body } = call;
  const rules = { email: EMAIL, password: PASSWORD, code: OPTIONAL_CODE };
  const { email, password, code } = textsOf(body, rules);
  const { directory } = parts.services;
  const account = await directory.consoleAccounts.byEmail(email);
  await attempt(call, email, async () => {
    const isRight = await parts.services.tools.passwords.matches(account?.password_hash, password);
    if (account === undefined || !isRight) return SIGN_IN_FAILED();
    if (account.second_factor === null) return undefined;
    if (code === '') return CODE_NEEDED();
    const isGood = await isGoodCode(parts, account, code);
    return isGood ? undefined : new ConsoleProblem(401, 'signInFailed', `The code ${WRONG_CODE}.`);
  });
  // An attempt that passed had an account.
  const { id } = account as ConsoleAccount;
  request.log.info({ account: id, address: parts.sessions.addressOf(request) }, 'signed in');
  return beginSession(call, id);
}

const SIGN_IN_FAILED = () =>
  new ConsoleProblem(401, 'signInFailed', 'The email address or the password is wrong.');
const CODE_NEEDED = () =>
  new ConsoleProblem(401, 'codeNeeded', 'The code of your second factor is needed, too.');

/**
 * Counts an attempt at an account, by the account and where it comes from: who guesses at an account of somebody
 * else makes only their own address wait.
 *
 * @param check What is wrong; undefined where nothing is.
 */
async function attempt(
  call: OpenCall,
  email: string,
  check: () => Promise<ConsoleProblem | undefined>,
): Promise<void> {
  const { parts, request } = call;
  await limitFailures(call, async () => {
    const source = parts.sessions.sourceOf(request);
    const name = `${email.toLowerCase()} ${source}`;
    const loginAttempt = await parts.services.limits.logins.begin(OF_CONSOLE, name);
    if (loginAttempt === undefined) throw problems.wait(ACCOUNT_WAIT_MS);
    let problem: ConsoleProblem | undefined;
    try {
      problem = await check();
    } catch (error) {
      await loginAttempt.withdrawn();
      throw error;
    }
    if (problem === undefined) await loginAttempt.succeeded();
    else if (problem.code === 'codeNeeded') await loginAttempt.withdrawn();
    if (problem !== undefined) throw problem;
  });
}

/** Does something at which an address may fail only so often in a minute. */
async function limitFailures<Result>(
  { parts: { attempts, sessions }, request }: OpenCall,
  work: () => Promise<Result>,
): Promise<Result> {
  const source = sessions.sourceOf(request);
  return turns.run(source, async () => {
    const waitMs = await attempts.waitMs(source);
    if (waitMs > 0) throw problems.wait(waitMs);
    try {
      return await work();
    } catch (error) {
      const isAttempt =
        error instanceof ConsoleProblem && ['signInFailed', 'linkUsed'].includes(error.code);
      if (isAttempt) {
        await attempts.take(source);
        request.log.info({ address: sessions.addressOf(request) }, 'an attempt to sign in failed');
      }
      throw error;
    }
  });
}

/** Asks for the password again, and for the second factor, if there is one, where `code` is given. */
async function confirmPassword(
  call: SignedInCall,
  account: ConsoleAccount,
  password: string,
  field: string,
  code?: string,
): Promise<void> {
  const { services } = call.parts;
  let wrong: Record<string, string> = {};
  await attempt(call, account.email, async () => {
    if (!(await services.tools.passwords.matches(account.password_hash, password))) {
      wrong = { [field]: 'is wrong' };
    } else if (code === '' && account.second_factor !== null) {
      throw problems.rejected({ code: 'is missing' });
    } else if (code !== undefined && !(await isGoodCode(call.parts, account, code))) {
      wrong = { code: WRONG_CODE };
    }
    return Object.keys(wrong).length === 0 ? undefined : SIGN_IN_FAILED();
  }).catch((error: unknown) => {
    const isWrong = error instanceof ConsoleProblem && error.code === 'signInFailed';
    // The app takes a 401 for the end of the session.
    throw isWrong ? problems.rejected(wrong) : error;
  });
}

/** How many brokerages a session lists for people of the installation, who may see all. */
const MOST_LISTED = 100;

/** Begins a session of an account. @returns Who is signed in. */
async function beginSession({ parts, request, reply }: OpenCall, id: number) {
  await parts.sessions.begin(id, request, reply);
  const { directory } = parts.services;
  const account = (await directory.consoleAccounts.byId(id)) as ConsoleAccount;
  return sessionOf(parts, { account, roles: await rolesOf(directory, account) });
}

/** Who is signed in, and what for. */
async function sessionOf(
  { services: { directory, config } }: ConsoleParts,
  { account, roles }: Pick<Caller, 'account' | 'roles'>,
) {
  const names = roles.installation === undefined ? [...roles.brokerages.keys()] : undefined;
  const entries = await directory.brokerages(names, MOST_LISTED);
  const brokerages = entries.map((entry) => brokerageOf(entry, roles));
  return {
    user: { id: account.id, email: account.email, name: account.name },
    role: roles.installation ?? null,
    brokerages: brokerages.filter(({ client }) => knows(roles, client)),
    secondFactor: account.second_factor !== null,
    recoveryCodesLeft: await directory.consoleAccounts.countCodes(account.id),
    people: may(roles, 'see people'),
    operators: may(roles, 'change clients'),
    version: PROGRAM_VERSION,
    mapStyle: config.consoleMap ?? null,
  };
}
