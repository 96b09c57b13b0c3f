import { InvalidArgumentError } from 'commander';
import { postgresUrl } from '../config/config.js';
import { Unacceptable } from '../config/config-reader.js';
import { parseRange } from '../lib/ip-address.js';
import { didYouMean, quoted, shorten, stripControls } from '../lib/text.js';
import type { ClientEntry, Directory } from '../store/directory/directory.js';
import type { PlaceName } from '../store/directory/places.js';
import { CommandError, UsageError } from './command-error.js';

/** The most characters of a tenant's or feed's title. */
const TITLE_LENGTH = 200;

/**
 * Checks the name of a new tenant or feed, which becomes part of file and schema names. @throws
 * UsageError
 */
export function checkName(name: string): string {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name)) {
    throw new UsageError(
      `${quoted(name)} is no name for a client or feed. A name has at most 40 lower-case letters, ` +
        'digits and dashes, and starts with a letter.',
    );
  }
  return name;
}

/** Checks a title, which is shown to people. @throws UsageError */
export function checkTitle(title: string): string {
  if (title.trim() === '' || title.length > TITLE_LENGTH || stripControls(title) !== title) {
    throw new UsageError(
      `${quoted(title)} is no title. A title has 1 to ${TITLE_LENGTH} printable characters.`,
    );
  }
  return title;
}

/** The most characters of a key's name. */
const KEY_NAME_LENGTH = 100;

/** Checks what an operator calls a key; the empty text is no name. @throws UsageError */
export function checkKeyName(name: string): string {
  const isBlank = name !== '' && name.trim() === '';
  if (isBlank || name.length > KEY_NAME_LENGTH || stripControls(name) !== name) {
    throw new UsageError(
      `${quoted(name)} is no name for a key. --name accepts up to ${KEY_NAME_LENGTH} printable characters.`,
    );
  }
  return name;
}

/** Checks an IANA time zone name. @throws UsageError */
export function checkTimeZone(zone: string): string {
  try {
    // Offsets such as +05:00 are refused, because they have no daylight saving time.
    if (!/^[a-z]/i.test(zone)) throw new RangeError();
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
  } catch {
    throw new UsageError(
      `${quoted(zone)} is no time zone. Name one as the IANA database does, such as ` +
        'America/New_York, Europe/Berlin or UTC.',
    );
  }
  return zone;
}

/**
 * Checks the URL of a PostgreSQL database. An error does not quote it, because it holds a password.
 * @throws UsageError
 */
export function checkDatabaseUrl(url: string): PlaceName {
  try {
    return postgresUrl.parse(url) as PlaceName;
  } catch (error) {
    if (!(error instanceof Unacceptable)) throw error;
    const reason = error.message === '' ? '' : ` The URL given is one ${error.message}.`;
    throw new UsageError(`--database accepts ${postgresUrl.accepts}.${reason}`);
  }
}

/** Checks the place for a tenant database. An error does not quote a URL. @throws UsageError */
export function checkPlace(text: string): PlaceName {
  if (text === 'sqlite' || text === 'default') return text;
  try {
    return postgresUrl.parse(text) as PlaceName;
  } catch (error) {
    if (!(error instanceof Unacceptable)) throw error;
    const reason = error.message === '' ? '' : ` The one given is a URL ${error.message}.`;
    throw new UsageError(`A place is \`sqlite\`, \`default\`, or ${postgresUrl.accepts}.${reason}`);
  }
}

/**
 * Checks the addresses and CIDR ranges of an allow-list, and returns them without repeats, in one
 * spelling. @throws UsageError
 */
export function checkAddresses(addresses: readonly string[]): readonly string[] {
  const ranges = addresses.map((text) => {
    const range = parseRange(text);
    if (range === undefined) {
      throw new UsageError(
        `${quoted(text)} is no address. --address accepts an IPv4 or IPv6 address or a CIDR ` +
          'range, such as 203.0.113.7 or 2001:db8::/32.',
      );
    }
    const [address, bits] = range;
    const whole = address.kind() === 'ipv4' ? 32 : 128;
    return bits === whole ? address.toString() : `${address}/${bits}`;
  });
  return [...new Set(ranges)];
}

/** The tenant of this name. @throws CommandError when it does not exist, or is a feed. */
export async function findTenant(directory: Directory, name: string): Promise<ClientEntry> {
  const entry = await findTenantOrFeed(directory, name, 'client');
  if (entry.kind !== 'client') throw new CommandError(`${name} is a feed, not a client.`);
  return entry;
}

/** The feed of this name. @throws CommandError when it does not exist, or is a tenant. */
export async function findFeed(directory: Directory, name: string): Promise<ClientEntry> {
  const entry = await findTenantOrFeed(directory, name, 'feed');
  if (entry.kind === 'client') throw new CommandError(`${name} is a client, not a feed.`);
  return entry;
}

/**
 * The tenant or feed of this name. @param wanted Its kind, as an error words it. @throws
 * CommandError
 */
export async function findTenantOrFeed(
  directory: Directory,
  name: string,
  wanted = 'client or feed',
): Promise<ClientEntry> {
  const entry = await directory.tenant(name);
  if (entry !== undefined) return entry;
  const list = wanted === 'feed' ? 'portico feed list' : 'portico client list';
  const fitting = (await directory.tenants()).filter(
    ({ kind }) => wanted === 'client or feed' || (kind === 'client') === (wanted === 'client'),
  );
  const near = didYouMean(
    name,
    fitting.map((each) => each.name),
  );
  throw new CommandError(
    `There is no ${wanted} named ${shorten(name, 80)}.${near} See \`${list}\`.`,
  );
}

/** Reads the whole number of an option, from 1 to a bound, for commander. */
export function wholeUpTo(most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < 1 || number > most) {
      const range = most === Number.MAX_SAFE_INTEGER ? 'from 1' : `from 1 to ${most}`;
      throw new InvalidArgumentError(`A whole number ${range} is accepted.`);
    }
    return number;
  };
}
