import type { Command } from 'commander';
import { hashKey, newPartnerKey, publicPrefix } from '../http/gate/key-check.js';
import type { Services } from '../services.js';
import type { PartnerEntry } from '../store/directory/partners.js';
import { define, defineCommand, reporting, type World } from './command.js';
import { CommandError, type Report } from './command-error.js';
import { withServices } from './open.js';
import { checkPartnerName } from './options.js';
import { type Columns, moment, print } from './print.js';

/** Bytes of a partner's secret: twice the required minimum (R46). */
const SECRET_BYTES = 32;

/** `portico partner add|list|revoke`: the marketplaces that send leads to `POST /marketplace`. */
export function partnerCommands(program: Command, world: World): void {
  const group = define(program, {
    usage: 'partner',
    description: 'register, list and revoke marketplace partners',
    examples: ['portico partner add StreetWise', 'portico partner list'],
  });

  defineCommand(group, {
    usage: 'add <name>',
    description: 'register a marketplace, or give it more credentials; shown only once',
    examples: ['portico partner add StreetWise', 'portico partner add "Street Wise" --json'],
  }).action(reporting(world, add));

  defineCommand(group, {
    usage: 'list',
    description: 'list the partners, by name and the first characters of each partner key',
    examples: ['portico partner list', 'portico partner list --json'],
  }).action(reporting(world, list));

  defineCommand(group, {
    usage: 'revoke <partner>',
    description: 'revoke credentials permanently: all of a name, or those of one partner key',
    examples: ['portico partner revoke StreetWise', 'portico partner revoke mp_Zx81kQpA'],
  }).action(reporting(world, revoke));
}

async function add(world: World, text: string): Promise<Report> {
  const name = checkPartnerName(text);
  const partnerKey = newPartnerKey(world.random);
  // Hexadecimal text can be pasted anywhere, even into the colon-separated pair of HTTP Basic.
  const secret = Buffer.from(world.random(SECRET_BYTES)).toString('hex');
  await withServices(world, ({ directory, clock }) =>
    directory.partners.add({
      name,
      key_hash: hashKey(partnerKey),
      prefix: publicPrefix(partnerKey),
      secret_hash: hashKey(secret),
      created_at: clock.now(),
    }),
  );
  return {
    json: { partnerKey, secret },
    text:
      `New credentials for ${name}. They are shown this once: keep them now.\n\n` +
      `partnerKey  ${partnerKey}\nsecret      ${secret}`,
  };
}

async function list(world: World): Promise<Report> {
  const partners = await withServices(world, ({ directory }) => directory.partners.all());
  return {
    json: { partners: partners.map(partnerJson) },
    text: print(COLUMNS, partners, {
      empty: 'There are no partners. Register one with `portico partner add <name>`.',
    }),
  };
}

const COLUMNS: Columns<PartnerEntry> = {
  PARTNER: (partner) => partner.name,
  KEY: (partner) => partner.prefix,
  STATE: (partner) => (partner.active === 1 ? 'active' : 'revoked'),
  CREATED: (partner) => moment(partner.created_at),
};

async function revoke(world: World, identifier: string): Promise<Report> {
  const found = await withServices(world, async (services) => {
    const entries = await findPartners(services, identifier);
    await services.directory.partners.revoke(entries.map(({ id }) => id));
    return entries;
  });
  const [{ name }] = found;
  const atWork = found.filter(({ active }) => active === 1);
  const prefixes = (atWork.length > 0 ? atWork : found).map(({ prefix }) => prefix);
  const keys = prefixes.map((prefix) => `${prefix}…`).join(', ');
  const text =
    atWork.length > 0
      ? `Revoked the credentials ${keys} of ${name}.`
      : `The credentials ${keys} of ${name} had been revoked before.`;
  return { json: { revoked: prefixes, partner: name }, text };
}

type Found = [PartnerEntry, ...PartnerEntry[]];

/**
 * @throws CommandError when no partner matches. It does not repeat the identifier, as in `findKey`.
 */
async function findPartners({ directory }: Services, identifier: string): Promise<Found> {
  const byHash = await directory.partners.byHash(hashKey(identifier));
  if (byHash !== undefined) return [byHash];
  const [onlyOne, ...others] = await directory.partners.byPrefix(identifier);
  if (onlyOne !== undefined && others.length === 0) return [onlyOne];
  if (onlyOne !== undefined) {
    throw new CommandError('Several partner keys share this prefix. Name the whole key.');
  }
  const [first, ...further] = await directory.partners.byName(identifier);
  if (first !== undefined) return [first, ...further];
  throw new CommandError(
    'There is no such partner. Name it as `portico partner list` does, or by its partner key.',
  );
}

function partnerJson(partner: PartnerEntry): object {
  return {
    partner: partner.name,
    prefix: partner.prefix,
    active: partner.active === 1,
    created: new Date(partner.created_at).toISOString(),
  };
}
