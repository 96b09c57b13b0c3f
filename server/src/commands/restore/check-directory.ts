import { feedDisplay } from '../../api/feed-display.js';
import { HIGHEST_LIMITS } from '../../http/gate/rates.js';
import { quoted } from '../../lib/text.js';
import { readLeadCopies, readLeadRoles } from '../../resources/leads/lead.email.js';
import { checkLinkPattern } from '../../resources/people/agent-links.js';
import { siteSettings } from '../../resources/site/site.settings.js';
import { checkPage } from '../../resources/site/website-pages.js';
import type { Row } from '../../store/copy/dump.js';
import type { Manifest, SavedTables } from '../backup/manifest.js';
import { CommandError } from '../command-error.js';
import { checkAddresses, checkKeyName, checkName, checkTimeZone, checkTitle } from '../options.js';

type Value = Row[number] | undefined;
type Fields = Readonly<Record<string, Value>>;

/** The last moment that a `Date` can hold, in milliseconds since the epoch. */
const LAST_MOMENT = 8_640_000_000_000_000;

/** The conditions on a row beyond the types of its columns. Each check throws with its reason. */
const CHECKS = {
  client: {
    name: text(checkName),
    kind: oneOf('client', 'mls', 'rls'),
    title: text(checkTitle),
    time_zone: text(checkTimeZone),
    fold_repeat_leads: oneOf(0, 1),
    coarsen_hidden: oneOf(0, 1),
    database_url: (value) => value === null || fits(value, /^(default|sqlite|v1)\.[\w-]{1,4000}$/),
    mls_feed: (value) => value === null || text(checkName)(value),
    rls_feed: (value) => value === null || text(checkName)(value),
    listings_link: text(checkLinkPattern),
    press_link: text(checkLinkPattern),
    search_with_me_link: text(checkLinkPattern),
    testimonial_link: text(checkLinkPattern),
    password_page: text(checkPage('password')),
    confirm_page: text(checkPage('confirm')),
    lead_recipients: text(readLeadRoles),
    lead_copies: text(readLeadCopies),
    site: text((column) => siteSettings.read(column)),
    display: text((column) => feedDisplay.read(column)),
    listing_page: text(checkPage('listing')),
    unsubscribe_page: text(checkPage('unsubscribe')),
  },
  api_key: {
    client: text(checkName),
    hash: (value) => fits(value, /^[0-9a-f]{64}$/),
    prefix: (value) => fits(value, /^[\w-]{1,20}$/),
    scopes: (value) => fits(value, /^[a-z,]{1,100}$/),
    addresses: text((value) => value === '' || checkAddresses(value.split(','))),
    active: oneOf(0, 1),
    private_access: oneOf(0, 1),
    sealed_secret: (value) => value === null || fits(value, /^v1\.[\w-]{1,4000}$/),
    name: text(checkKeyName),
    expires_at: (value) => value === null || isWhole(value, 0, LAST_MOMENT),
    per_second: (value) => value === null || isWhole(value, 1, HIGHEST_LIMITS.perSecond),
    in_flight: (value) => value === null || isWhole(value, 1, HIGHEST_LIMITS.inFlight),
  },
  key_use: { used_at: (value) => isWhole(value, 0, LAST_MOMENT) },
  partner: {
    name: text(checkTitle),
    key_hash: (value) => fits(value, /^[0-9a-f]{64}$/),
    prefix: (value) => fits(value, /^[\w-]{1,20}$/),
    secret_hash: (value) => fits(value, /^[0-9a-f]{64}$/),
    active: oneOf(0, 1),
  },
  installation: { only: oneOf(1), name: (value) => fits(value, /^[0-9a-f]{16}$/) },
} satisfies Record<string, Readonly<Record<string, Check>>>;

type Check = (value: Value) => unknown;

/**
 * Checks a backup's tenants, feeds and keys as the commands check an operator's input. Names become
 * parts of paths and schemas, and every other value is used unchanged.
 *
 * @throws CommandError that names the first error.
 */
export async function checkDirectory(backup: {
  readonly manifest: Manifest;
  records(saved: SavedTables, name: string): Promise<Fields[]>;
}): Promise<void> {
  const { directory, databases } = backup.manifest;
  for (const [table, checks] of Object.entries(CHECKS)) {
    for (const row of await backup.records(directory, table)) {
      for (const [column, check] of Object.entries(checks)) {
        // A column that is newer than the backup gets its default from its step.
        if (row[column] !== undefined) checkValue(`${table}.${column}`, row[column], check);
      }
    }
  }
  const clients = await backup.records(directory, 'client');
  const kinds = new Map(clients.map(({ name, kind }) => [name, kind]));
  for (const { name, kind, place } of databases) {
    if (kinds.get(name) !== kind) {
      throw damaged(`its directory has no ${kind === 'client' ? 'client' : 'feed'} ${name}`);
    }
    checkValue(`the place of ${name}`, place, CHECKS.client.database_url);
  }
  const names = new Set<Value>(databases.map(({ name }) => name));
  for (const name of kinds.keys()) {
    if (!names.has(name)) throw damaged(`the database of ${name} is not in it`);
  }
}

/**
 * Checks the names of databases in a manifest, because they become parts of paths. @throws
 * CommandError
 */
export function checkNames({ databases }: Pick<Manifest, 'databases'>): void {
  const names = new Set<string>();
  for (const { name } of databases) {
    checkValue('databases.name', name, text(checkName));
    if (names.has(name)) throw damaged(`it has the database of ${name} twice`);
    names.add(name);
  }
}

function checkValue(where: string, value: Value, check: Check): void {
  try {
    check(value);
  } catch (error) {
    const { message } = error as Error;
    throw damaged(`${where}: ${message || quoted(value)}`);
  }
}

function damaged(words: string): CommandError {
  return new CommandError(
    `The backup is damaged, and nothing was restored: ${words.replace(/\.$/, '')}.`,
  );
}

function text(check: (value: string) => unknown): Check {
  return (value) => {
    if (typeof value !== 'string') throw new Error(`${quoted(value)} is not text`);
    return check(value);
  };
}

function oneOf(...values: readonly Value[]): Check {
  return (value) => {
    if (!values.includes(value))
      throw new Error(`${quoted(value)} is none of ${values.join(', ')}`);
  };
}

function isWhole(value: Value, least: number, most: number): boolean {
  if (Number.isInteger(value) && Number(value) >= least && Number(value) <= most) return true;
  throw new Error(`${quoted(value)} is not a whole number from ${least} to ${most}`);
}

function fits(value: Value, pattern: RegExp): boolean {
  if (typeof value === 'string' && pattern.test(value)) return true;
  // The value may be a secret, so the message does not quote it.
  throw new Error('it is not of its form');
}
