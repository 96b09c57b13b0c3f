import type { Command } from 'commander';
import type { Config } from '../config/config.js';
import type { LinkRequest, NewLink } from '../console/links.js';
import { iso } from '../lib/dates.js';
import type { Services } from '../services.js';
import {
  type ConsoleAccount,
  LastOwnerError,
  type ListedAccount,
} from '../store/directory/console-accounts.js';
import { define, defineCommand, reporting, type World } from './command.js';
import { CommandError, type Report, UsageError } from './command-error.js';
import { findEntry, withServices } from './open.js';
import { limitOption } from './options.js';
import { type Columns, moment, print } from './print.js';

interface AddOptions {
  readonly client?: string;
  readonly role?: string;
}

/** `portico operator add|list|reset|remove`: who signs in to the console. */
export function operatorCommands(program: Command, world: World): void {
  const group = define(program, {
    usage: 'operator',
    description: 'invite, list and remove people who sign in to the console',
    examples: ['portico operator add jane@example.com --role owner', 'portico operator list'],
  });

  defineCommand(group, {
    usage: 'add <email>',
    description: 'give somebody a role; who has no account yet gets a link to make one',
    examples: [
      'portico operator add jane@example.com --role owner',
      'portico operator add tim@acme.example --client acme --role editor',
    ],
  })
    .option('--client <client>', 'a role in this brokerage only')
    .option(
      '--role <role>',
      'owner, operator (the default) or viewer of the installation; with --client: editor (the default) or viewer',
    )
    .action(reporting(world, add));

  defineCommand(group, {
    usage: 'list',
    description: 'list the accounts of the console with their roles',
    examples: ['portico operator list', 'portico operator list --json'],
  })
    .addOption(limitOption())
    .action(reporting(world, list));

  defineCommand(group, {
    usage: 'reset <email>',
    description: 'make a link for a new password, for somebody who has lost theirs',
    examples: [
      'portico operator reset jane@example.com',
      'portico operator reset jane@example.com --second-factor',
    ],
  })
    .option('--second-factor', 'also take the second factor away')
    .action(reporting(world, reset));

  defineCommand(group, {
    usage: 'remove <email>',
    description: 'remove an account; its sessions end at once',
    examples: ['portico operator remove jane@example.com'],
  }).action(reporting(world, remove));
}

async function add(world: World, email: string, options: AddOptions): Promise<Report> {
  const { BROKERAGE_ROLES, INSTALLATION_ROLES } = await import('../console/roles.js');
  const { emailAddress } = await import('../config/config-values.js');
  const { client = '' } = options;
  const role = options.role ?? (client === '' ? 'operator' : 'editor');
  const accepted: readonly string[] = client === '' ? INSTALLATION_ROLES : BROKERAGE_ROLES;
  if (!accepted.includes(role)) {
    throw new UsageError(`--role: accepted are ${accepted.join(', ')}.`);
  }
  try {
    emailAddress.parse(email);
  } catch {
    throw new UsageError('The first argument is not an email address.');
  }
  return withServices(world, async (services) => {
    const { consoleAccounts } = services.directory;
    if (client !== '') await findEntry(services.directory, 'client', client);
    const where = client === '' ? 'of the installation' : `of ${client}`;
    const account = await consoleAccounts.byEmail(email);
    if (account === undefined) {
      const link = await linkFor(services, { kind: 'invitation', email, role, client });
      return linkReport(link, `This link makes ${email} ${role} ${where}, once and for 7 days:`);
    }
    if (options.role === undefined) {
      // Who only wants a new link for somebody must not change what they may do.
      throw new UsageError(
        `${email} has an account: say --role, or see \`portico operator reset\`.`,
      );
    }
    await unlessLast(() =>
      client === ''
        ? consoleAccounts.setRole(account.id, role)
        : consoleAccounts.setClientRole(account.id, client, role),
    );
    return { json: { email, role, client }, text: `${email} is ${role} ${where} now.` };
  });
}

async function list(world: World, { limit }: { readonly limit: number }): Promise<Report> {
  const { accounts } = await withServices(world, ({ directory: { consoleAccounts } }) =>
    consoleAccounts.list({ words: '', limit, offset: 0 }),
  );
  const json = accounts.map(({ email, name, role, brokerages, second_factor, seen_at }) => ({
    ...{ email, name, role },
    clients: Object.fromEntries(brokerages.map((each) => [each.client, each.role])),
    secondFactor: second_factor !== null,
    seen: iso(seen_at),
  }));
  return {
    json: { operators: json },
    text: print(COLUMNS, accounts, {
      empty: 'There are no accounts. Make one with `portico operator add <email> --role owner`.',
    }),
  };
}

const COLUMNS: Columns<ListedAccount> = {
  EMAIL: ({ email }) => email,
  NAME: ({ name }) => name,
  ROLES: ({ role, brokerages }) =>
    [
      ...(role === '' ? [] : [role]),
      ...brokerages.map((each) => `${each.client}: ${each.role}`),
    ].join(', '),
  'SECOND FACTOR': ({ second_factor }) => (second_factor === null ? 'no' : 'yes'),
  SEEN: ({ seen_at }) => (seen_at === 0 ? 'never' : moment(seen_at)),
};

async function reset(
  world: World,
  email: string,
  { secondFactor = false }: { readonly secondFactor?: boolean },
): Promise<Report> {
  return withServices(world, async (services) => {
    const account = await findAccount(services, email);
    const link = await linkFor(services, { kind: 'reset', account_id: account.id });
    if (secondFactor) {
      await services.directory.consoleAccounts.setSecondFactor(account.id, null, []);
    }
    const more = secondFactor ? ' The second factor is gone, and all sessions have ended.' : '';
    return linkReport(link, `This link sets a new password, once and for 24 hours.${more}`);
  });
}

async function remove(world: World, email: string): Promise<Report> {
  return withServices(world, async (services) => {
    const account = await findAccount(services, email);
    await unlessLast(() => services.directory.consoleAccounts.remove(account.id));
    return { json: { removed: account.email }, text: `Removed the account of ${account.email}.` };
  });
}

async function findAccount({ directory }: Services, email: string): Promise<ConsoleAccount> {
  const account = await directory.consoleAccounts.byEmail(email);
  if (account !== undefined) return account;
  throw new CommandError('There is no account of this address. See `portico operator list`.');
}

async function linkFor(services: Services, request: LinkRequest): Promise<NewLink> {
  const { makeLink } = await import('../console/links.js');
  const { originOf } = await import('../console/origin.js');
  return makeLink(services, originOf(withPlace(services.config)), request);
}

/** @throws CommandError where no link could lead to a console. */
function withPlace(config: Config): Config {
  if (config.console !== undefined || config.consoleUrl !== undefined) return config;
  throw new CommandError(
    'There is no console: set PORTICO_CONSOLE, such as 127.0.0.1:8444, for the server and for this command.',
  );
}

function linkReport({ link, expires }: NewLink, words: string): Report {
  return { json: { link, expires }, text: `${words}\n\n  ${link}` };
}

async function unlessLast(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof LastOwnerError ? new CommandError(error.message) : error;
  }
}
