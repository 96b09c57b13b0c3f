import { type Command, Option } from 'commander';
import { issuedJson, issueKey, keyJson, rotateKey } from '../../http/gate/issued-keys.js';
import { HIGHEST_LIMITS, RATE_LIMITS } from '../../http/gate/rates.js';
import { quoted } from '../../lib/text.js';
import type { Services } from '../../services.js';
import type { KeyEntry, KeySettings } from '../../store/directory/directory.js';
import { isExpired, SCOPES, type Scope, settingsOf } from '../../store/directory/key-directory.js';
import { define, defineCommand, reporting, type World } from '../command.js';
import { CommandError, ofOption, type Report, UsageError } from '../command-error.js';
import { findEntry, withServices } from '../open.js';
import {
  checkAddresses,
  checkKeyName,
  checkMoment,
  collect,
  collectFrom,
  wholeUpTo,
} from '../options.js';
import { moment, print } from '../print.js';
import { findKey, issuedText, KEY_COLUMNS, keyText, signingHint } from './keys.js';

interface AddOptions extends KeyOptions {
  readonly private?: true;
}

interface SetOptions extends KeyOptions {
  readonly anyAddress?: true;
}

interface RotateOptions extends Pick<KeyOptions, 'expires'> {
  readonly keepOld?: true;
}

const NOT_PRIVATE =
  'Warning: this key has no private access. Anybody who has it can read the data of members ' +
  'and write leads without a signature, and a key in a URL is easily seen. For a website whose ' +
  'server makes the calls, use a key made with --private.';

const MANAGES =
  'Warning: anybody who holds this key can read, change and remove every record of the client, members and leads ' +
  'among them. It works only in the header X-API-Key. Say with --address where it may be used.';

/** What to know of a new key before it is handed out. */
function warningOf(scopes: readonly Scope[], privateAccess: boolean): string | undefined {
  const isForWebsite = scopes.includes('website') || !scopes.includes('manage');
  const warnings = [
    ...(privateAccess || !isForWebsite ? [] : [NOT_PRIVATE]),
    ...(scopes.includes('manage') ? [MANAGES] : []),
  ];
  return warnings.length === 0 ? undefined : warnings.join('\n');
}

/** `portico key add|list|show|set|revoke|rotate`: the keys for calls, each for one tenant. */
export function keyCommands(program: Command, world: World): void {
  const group = define(program, {
    usage: 'key',
    description: 'make, list, change, revoke and rotate API keys',
    examples: ['portico key add acme --private', 'portico key list acme'],
  });

  const adding = defineCommand(group, {
    usage: 'add <client>',
    description: 'make a key for a client; key and secret are shown only once',
    examples: [
      'portico key add acme --private --name "www.acme.example"',
      'portico key add acme --private --address 203.0.113.7 --address 2001:db8::/32',
      'portico key add acme --private --expires 2027-01-31 --rate 50 --in-flight 15',
      'portico key add acme --scope marketplace',
      'portico key add acme --scope manage --address 203.0.113.7',
    ],
  }).option('--private', 'private access: signed calls, and blog writes (recommended)');
  keyOptions(adding).action(reporting(world, add));

  defineCommand(group, {
    usage: 'list <client>',
    description: 'list the keys of a client, by the first characters of each',
    examples: ['portico key list acme', 'portico key list acme --json'],
  }).action(reporting(world, list));

  defineCommand(group, {
    usage: 'show <key>',
    description:
      'show everything about a key except the key itself; name it by its first characters',
    examples: ['portico key show pk_Zx81kQpA', 'portico key show pk_Zx81kQpA --json'],
  }).action(reporting(world, show));

  const setting = defineCommand(group, {
    usage: 'set <key>',
    description: 'change settings of a key; running servers use them within a second',
    examples: [
      'portico key set pk_Zx81kQpA --name "www.acme.example"',
      'portico key set pk_Zx81kQpA --address 203.0.113.7 --address 203.0.113.8',
      'portico key set pk_Zx81kQpA --rate 50 --in-flight 15',
      'portico key set pk_Zx81kQpA --any-address --no-expires',
    ],
  });
  keyOptions(setting)
    .option('--any-address', 'let every address use it')
    .option('--no-expires', 'let it work until it is revoked')
    .action(reporting(world, set));

  defineCommand(group, {
    usage: 'revoke <key>',
    description: 'revoke a key permanently; name it by its first characters, or completely',
    examples: ['portico key revoke pk_Zx81kQpA'],
  }).action(reporting(world, revoke));

  defineCommand(group, {
    usage: 'rotate <key>',
    description: 'make a new key with the settings of an old one, and revoke the old one',
    examples: [
      'portico key rotate pk_Zx81kQpA',
      'portico key rotate pk_Zx81kQpA --keep-old --expires 2027-01-31',
      'portico key revoke pk_Zx81kQpA',
    ],
  })
    .option('--keep-old', 'keep the old key working, until `portico key revoke`')
    .option('--expires <date>', 'when the new key stops working (default: as the old one)')
    .option('--no-expires', 'let the new key work until it is revoked')
    .action(reporting(world, rotate));
}

async function add(world: World, tenant: string, options: AddOptions): Promise<Report> {
  const privateAccess = options.private === true;
  const settings = keySettings(options);
  const { scopes = ['website'], addresses = [] } = settings;
  return withServices(world, async (services) => {
    const expiry = await expiryFor(services, tenant, options);
    const request = { ...settings, ...expiry, tenant, scopes, addresses, privateAccess };
    const issued = await issueKey(services, request, world.random);
    const text = `A new key for ${tenant}. It is shown this once: keep it now.\n\n${issuedText(issued)}`;
    const signs = privateAccess && request.scopes.includes('website');
    return {
      json: issuedJson(issued),
      text: signs ? `${text}\n\n${signingHint(issued, services.config)}` : text,
      warning: warningOf(scopes, privateAccess),
    };
  });
}

/** Reads `--expires` and `--no-expires`, in the time zone of the client. @throws UsageError when the moment has passed. */
async function expiryFor(
  { clock, directory }: Services,
  tenant: string,
  { expires }: Pick<KeyOptions, 'expires'>,
): Promise<Partial<Pick<KeySettings, 'expiresAt'>>> {
  const { time_zone: zone } = await findEntry(directory, 'client', tenant);
  if (expires === undefined) return {};
  if (expires === false) return { expiresAt: null };
  const at = readExpiry(expires, zone);
  if (at > clock.now()) return { expiresAt: at };
  const words = `${quoted(expires)} has passed: that is ${moment(at)}.`;
  throw new UsageError(words, 'To switch a key off now, use `portico key revoke`.', '--expires');
}

function list(world: World, tenant: string): Promise<Report> {
  return withServices(world, async ({ clock, directory }) => {
    await findEntry(directory, 'client', tenant);
    const uses = await directory.keyUses.ofClient(tenant);
    const found = await directory.keys.of(tenant);
    const keys = found.map((key) => keyJson(key, uses.get(key.id), clock.now()));
    return {
      json: { client: tenant, keys },
      text: print(KEY_COLUMNS, keys, {
        empty: `${tenant} has no keys. Make one with \`portico key add ${tenant} --private\`.`,
      }),
    };
  });
}

function show(world: World, keyOrPrefix: string): Promise<Report> {
  return withServices(world, async (services) =>
    reportOf(services, await findKey(services, keyOrPrefix)),
  );
}

async function reportOf({ clock, directory }: Services, key: KeyEntry): Promise<Report> {
  const uses = await directory.keyUses.ofClient(key.client);
  const json = { client: key.client, ...keyJson(key, uses.get(key.id), clock.now()) };
  return { json, text: keyText(json) };
}

function set(world: World, keyOrPrefix: string, options: SetOptions): Promise<Report> {
  const { anyAddress, ...rest } = options;
  if (anyAddress && rest.address !== undefined) {
    throw new UsageError('--address and --any-address exclude each other.');
  }
  const given = keySettings(anyAddress ? { ...rest, address: [] } : rest);
  if (Object.keys(given).length === 0 && rest.expires === undefined) {
    throw new UsageError('Nothing to change: `portico key set --help` lists what can be set.');
  }
  return withServices(world, async (services) => {
    const key = await findKey(services, keyOrPrefix);
    if (key.active !== 1) {
      throw new CommandError(
        `The key ${key.prefix}… is revoked for good, and nothing of it can be changed.`,
      );
    }
    const expiry = await expiryFor(services, key.client, rest);
    await services.directory.keys.set(key.id, { ...given, ...expiry });
    const { json, text } = await reportOf(services, await findKey(services, keyOrPrefix));
    return { json, text: `Changed the key ${key.prefix}… of ${key.client}.\n\n${text}` };
  });
}

async function revoke(world: World, keyOrPrefix: string): Promise<Report> {
  const key = await withServices(world, async (services) => {
    const found = await findKey(services, keyOrPrefix);
    await services.directory.keys.revoke(found.id);
    return found;
  });
  const text =
    key.active === 1
      ? `Revoked the key ${key.prefix}… of ${key.client}.`
      : `The key ${key.prefix}… of ${key.client} had been revoked before.`;
  return { json: { revoked: key.prefix, client: key.client }, text };
}

async function rotate(
  world: World,
  keyOrPrefix: string,
  { keepOld, ...options }: RotateOptions,
): Promise<Report> {
  const { old, issued } = await withServices(world, async (services) => {
    const found = await findKey(services, keyOrPrefix);
    if (found.active !== 1) {
      throw new CommandError(
        `The key ${found.prefix}… is revoked, and a revoked key is not rotated. ` +
          `Make a new one with \`portico key add ${found.client}\`.`,
      );
    }
    if (isExpired(found.expires_at, services.clock.now()) && options.expires === undefined) {
      throw new CommandError(
        `The key ${found.prefix}… expired on ${moment(found.expires_at ?? 0)}. Say when the new ` +
          'one expires: --expires with a date, or --no-expires.',
      );
    }
    const expiry = await expiryFor(services, found.client, options);
    const how = { random: world.random, keepOld: keepOld === true };
    const fresh = await rotateKey(services, found, expiry, how);
    return { old: found, issued: fresh };
  });
  const fate =
    keepOld === true ? `works on until \`portico key revoke ${old.prefix}\`` : 'is revoked';
  return {
    json: { ...issuedJson(issued), replaced: old.prefix, revoked: keepOld !== true },
    text:
      `A new key for ${old.client}, with the settings of ${old.prefix}…, which ${fate}.\n` +
      `The new key is shown this once: keep it now.\n\n${issuedText(issued)}`,
    warning: warningOf(settingsOf(old).scopes, old.private_access === 1),
  };
}

interface KeyOptions {
  readonly name?: string;
  readonly scope?: readonly Scope[];
  readonly address?: readonly string[];
  /** False for `--no-expires`. */
  readonly expires?: string | false;
  readonly rate?: number;
  readonly inFlight?: number;
}

function keyOptions(command: Command): Command {
  const { perSecond, inFlight } = HIGHEST_LIMITS;
  const upTo = (most: number) => wholeUpTo(most, `Accepted is a whole number from 1 to ${most}.`);
  return command
    .option('--name <name>', 'what you call it, such as the website that has it')
    .addOption(
      new Option('--scope <scope>', 'what it may be used for; may be repeated')
        .choices(SCOPES)
        .argParser(collectFrom(SCOPES, 'Allowed choices are')),
    )
    .option(
      '--address <cidr>',
      'an address or range that may use it; may be repeated (any at first)',
      collect,
    )
    .option('--expires <date>', "when it stops working, in the client's time zone (never at first)")
    .option(
      '--rate <calls>',
      `calls in any second, at most ${perSecond} (${RATE_LIMITS.perSecond} at first)`,
      upTo(perSecond),
    )
    .option(
      '--in-flight <calls>',
      `calls under way at once, at most ${inFlight} (${RATE_LIMITS.inFlight} at first)`,
      upTo(inFlight),
    );
}

/** The settings that options name, but for the expiry, which takes a tenant's time zone. */
type GivenSettings = Partial<Omit<KeySettings, 'expiresAt'>> & {
  readonly scopes?: readonly Scope[];
};

/** Reads the options but `--expires`, of which it checks only the form. @throws UsageError */
function keySettings(options: KeyOptions): GivenSettings {
  const { name, scope, address, expires, rate, inFlight } = options;
  if (typeof expires === 'string') readExpiry(expires, 'UTC');
  return {
    ...(name !== undefined && { name: ofOption('--name', () => checkKeyName(name)) }),
    ...(scope && { scopes: SCOPES.filter((each) => scope.includes(each)) }),
    ...(address && { addresses: ofOption('--address', () => checkAddresses(address)) }),
    ...(rate !== undefined && { perSecond: rate }),
    ...(inFlight !== undefined && { inFlight }),
  };
}

function readExpiry(text: string, zone: string): number {
  return checkMoment('--expires', text, zone, '2027-01-31 or "2027-01-31 18:00"');
}
