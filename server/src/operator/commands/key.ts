import { type Command, InvalidArgumentError, Option } from 'commander';
import type { KeyEntry } from '../../data/directory/directory.js';
import type { Scope } from '../../gate/key-directory.js';
import { checkAddresses, findClient } from '../checks.js';
import { CommandError, type Report } from '../command-error.js';
import { collect, defineCommand, defineGroup, reporting } from '../define.js';
import { addressesOf, findKey, type IssuedKey, issueKey, scopesOf } from '../keys.js';
import { withServices } from '../session.js';
import { moment, table } from '../text-table.js';
import type { World } from '../world.js';

interface AddOptions {
  readonly private?: true;
  readonly scope?: readonly Scope[];
  readonly address?: readonly string[];
}

const NOT_PRIVATE =
  'Warning: this key has no private access. Whoever holds it can read the data of website members ' +
  'and write leads without a signature, and a key in a URL is easily seen. For a website whose ' +
  'server makes the calls, use a key made with --private.';

const SCOPES: readonly Scope[] = ['website', 'marketplace'];

/** `portico key add|list|revoke|rotate`: the keys for calls, each for one client. */
export function keyCommands(program: Command, world: World): void {
  const group = defineGroup(program, {
    usage: 'key',
    description: 'make, list, revoke and rotate API keys',
    examples: ['portico key add acme --private', 'portico key list acme'],
  });

  defineCommand(group, {
    usage: 'add <client>',
    description: 'make a key for a client; key and secret are shown this once',
    examples: [
      'portico key add acme --private',
      'portico key add acme --private --address 203.0.113.7 --address 2001:db8::/32',
      'portico key add acme --scope marketplace',
    ],
  })
    .option('--private', 'private access: signed calls, and blog writes (recommended)')
    .addOption(
      new Option('--scope <scope>', 'what it opens; may be given for each (default: website)')
        .choices(SCOPES)
        .argParser(collectScope),
    )
    .option('--address <cidr>', 'an address or range that may use it; may be given again', collect)
    .action(reporting(world, (client: string, options: AddOptions) => add(world, client, options)));

  defineCommand(group, {
    usage: 'list <client>',
    description: 'list the keys of a client, by the first characters of each',
    examples: ['portico key list acme', 'portico key list acme --json'],
  }).action(reporting(world, (client: string) => list(world, client)));

  defineCommand(group, {
    usage: 'revoke <key>',
    description: 'switch a key off for good; named whole, or by its listed prefix',
    examples: ['portico key revoke pk_Zx81kQpA'],
  }).action(reporting(world, (key: string) => revoke(world, key)));

  defineCommand(group, {
    usage: 'rotate <key>',
    description: 'make a new key with the settings of an old one, and revoke the old one',
    examples: [
      'portico key rotate pk_Zx81kQpA',
      'portico key rotate pk_Zx81kQpA --keep-old',
      'portico key revoke pk_Zx81kQpA',
    ],
  })
    .option('--keep-old', 'let the old key work on, until `portico key revoke` ends it')
    .action(
      reporting(world, (key: string, options: { keepOld?: true }) =>
        rotate(world, key, options.keepOld === true),
      ),
    );
}

/** Collects scopes; `choices` of commander would replace the scopes collected before. */
function collectScope(value: string, before: readonly string[] | undefined): readonly string[] {
  if (!(SCOPES as readonly string[]).includes(value)) {
    throw new InvalidArgumentError(`Allowed choices are ${SCOPES.join(', ')}.`);
  }
  return collect(value, before);
}

async function add(world: World, client: string, options: AddOptions): Promise<Report> {
  const addresses = checkAddresses(options.address ?? []);
  const scopes = SCOPES.filter((scope) => (options.scope ?? ['website']).includes(scope));
  const privateAccess = options.private === true;
  const issued = await withServices(world, async (services) => {
    await findClient(services.directory, client);
    return issueKey(services, { client, scopes, addresses, privateAccess }, world.random);
  });
  return {
    json: issuedJson(issued),
    text: `A new key for ${client}. It is shown this once: keep it now.\n\n${issuedText(issued)}`,
    warning: privateAccess ? undefined : NOT_PRIVATE,
  };
}

async function list(world: World, client: string): Promise<Report> {
  const keys = await withServices(world, async ({ directory }) => {
    await findClient(directory, client);
    return directory.keys(client);
  });
  const rows = keys.map((key) => [
    key.prefix,
    key.active === 1 ? 'active' : 'revoked',
    scopesOf(key).join(', '),
    key.private_access === 1 ? 'private' : '',
    key.issued_client_id === null ? '' : String(key.issued_client_id),
    addressesOf(key).join(', ') || 'any',
    moment(key.created_at),
  ]);
  const headings = ['KEY', 'STATE', 'SCOPES', 'ACCESS', 'CLIENT ID', 'ADDRESSES', 'CREATED'];
  return {
    json: { client, keys: keys.map(keyJson) },
    text:
      keys.length === 0
        ? `${client} has no keys. Make one with \`portico key add ${client} --private\`.`
        : table(headings, rows),
  };
}

async function revoke(world: World, keyOrPrefix: string): Promise<Report> {
  const key = await withServices(world, async (services) => {
    const found = await findKey(services, keyOrPrefix);
    await services.directory.revokeKey(found.id);
    return found;
  });
  const text =
    key.active === 1
      ? `Revoked the key ${key.prefix}… of ${key.client}.`
      : `The key ${key.prefix}… of ${key.client} had been revoked before.`;
  return { json: { revoked: key.prefix, client: key.client }, text };
}

async function rotate(world: World, keyOrPrefix: string, keepOld: boolean): Promise<Report> {
  const { old, issued } = await withServices(world, async (services) => {
    const found = await findKey(services, keyOrPrefix);
    if (found.active !== 1) {
      throw new CommandError(
        `The key ${found.prefix}… is revoked, and a revoked key is not rotated. ` +
          `Make a new one with \`portico key add ${found.client}\`.`,
      );
    }
    const request = {
      client: found.client,
      scopes: scopesOf(found),
      addresses: addressesOf(found),
      privateAccess: found.private_access === 1,
    };
    const fresh = await issueKey(services, request, world.random);
    if (!keepOld) await services.directory.revokeKey(found.id);
    return { old: found, issued: fresh };
  });
  const fate = keepOld ? `works on until \`portico key revoke ${old.prefix}\`` : 'is revoked';
  return {
    json: { ...issuedJson(issued), replaced: old.prefix, revoked: !keepOld },
    text:
      `A new key for ${old.client}, with the settings of ${old.prefix}…, which ${fate}.\n` +
      `The new key is shown this once: keep it now.\n\n${issuedText(issued)}`,
    warning: old.private_access === 1 ? undefined : NOT_PRIVATE,
  };
}

function issuedJson({ apiKey, signing }: IssuedKey): object {
  return { apiKey, ...signing };
}

function issuedText({ apiKey, signing }: IssuedKey): string {
  const lines = [`apiKey    ${apiKey}`];
  if (signing !== undefined) {
    lines.push(`clientID  ${signing.clientID}`, `secret    ${signing.secret}`);
  }
  return lines.join('\n');
}

function keyJson(key: KeyEntry): object {
  return {
    prefix: key.prefix,
    active: key.active === 1,
    scopes: scopesOf(key),
    private: key.private_access === 1,
    clientID: key.issued_client_id,
    addresses: addressesOf(key),
    created: new Date(key.created_at).toISOString(),
  };
}
