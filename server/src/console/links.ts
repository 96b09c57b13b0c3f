import { hashKey } from '../http/gate/key-check.js';
import { LONGEST_PASSWORD, passwordLength } from '../passwords/passwords.js';
import type { Services } from '../services.js';
import { EmailTakenError } from '../store/directory/console-accounts.js';
import type { ConsoleLink } from '../store/directory/console-links.js';
import { ConsoleProblem, checkEmail, problems, textsOf } from './problems.js';
import type { ConsoleParts } from './route.js';
import { newToken } from './sessions.js';

/** How long links are good: the first one is on a screen, and the others travel by email or by hand. */
const GOOD_FOR_MS = {
  'first-owner': 30 * 60_000,
  invitation: 7 * 24 * 60 * 60_000,
  reset: 24 * 60 * 60_000,
} as const;

/** Passwords of people who change the data of a whole brokerage are longer than those of members. */
const SHORTEST_PASSWORD = 12;

/** The rules of the texts that a link is accepted with. */
const ACCEPTANCE = {
  token: { most: 100 },
  password: { most: LONGEST_PASSWORD },
  email: { most: 320, optional: true },
  name: { most: 200, optional: true },
} as const;

/** What a new link is for. */
export type LinkRequest = Pick<ConsoleLink, 'kind'> &
  Partial<Pick<ConsoleLink, 'email' | 'role' | 'client' | 'account_id' | 'made_by'>>;

/** A link, at the only time that it can be read. */
export interface NewLink {
  readonly link: string;
  readonly expires: string;
}

/**
 * Makes a link. Its secret is in the fragment, which browsers send to no server.
 *
 * @param origin The console's.
 */
export async function makeLink(
  { directory, clock, tools }: Pick<Services, 'directory' | 'clock' | 'tools'>,
  origin: string,
  { kind, email = '', client = '', account_id = 0, made_by = 0, ...request }: LinkRequest,
): Promise<NewLink> {
  const token = newToken(tools.random);
  const now = clock.now();
  const expires_at = now + GOOD_FOR_MS[kind];
  const role = kind === 'first-owner' ? 'owner' : (request.role ?? '');
  const link = { kind, email, role, client, account_id, made_by, expires_at };
  await directory.consoleLinks.make({ ...link, token_hash: hashKey(token) }, now);
  return { link: `${origin}/welcome#${token}`, expires: new Date(expires_at).toISOString() };
}

/** The link of a token, and the title of the brokerage that it is about. @throws ConsoleProblem if it is not good. */
export async function findLink({ services }: ConsoleParts, token: string) {
  const { directory, clock } = services;
  const link = await directory.consoleLinks.find(hashKey(token), clock.now());
  if (link === undefined) throw linkUsed();
  const title = link.client === '' ? null : (await directory.tenant(link.client))?.title;
  return { link, title: title ?? null };
}

/** Uses a link: makes the account, or sets its password. @throws ConsoleProblem */
export async function acceptLink(parts: ConsoleParts, body: unknown): Promise<number> {
  const { token, password, email, name } = textsOf(body, ACCEPTANCE);
  const { link } = await findLink(parts, token);
  const { directory, clock, tools } = parts.services;
  if (link.kind !== 'reset' && name === '') throw problems.rejected({ name: 'is missing' });
  checkPassword(password);
  // An invitation is for the address that it names.
  const address = link.kind === 'first-owner' ? checkEmail(email) : link.email;
  const now = clock.now();
  const account = {
    ...{ email: address, name, created_at: now },
    password_hash: await tools.passwords.hash(password),
  };
  try {
    const id = await directory.consoleLinks.use(hashKey(token), account, now);
    if (id === undefined) throw linkUsed();
    return id;
  } catch (error) {
    if (error instanceof EmailTakenError) throw problems.taken(error.message, 'email');
    throw error;
  }
}

/** @throws ConsoleProblem for a password that is too short. */
export function checkPassword(password: string): void {
  if (passwordLength(password) >= SHORTEST_PASSWORD) return;
  throw problems.rejected({ password: `has fewer than ${SHORTEST_PASSWORD} characters` });
}

function linkUsed(): ConsoleProblem {
  return new ConsoleProblem(
    410,
    'linkUsed',
    'This link has been used, or is no longer good. Ask for a new one.',
  );
}
