import { InvalidArgumentError, Option } from 'commander';
import { postgresUrl } from '../config/config.js';
import { Unacceptable } from '../config/config-reader.js';
import { parseMoment } from '../lib/dates.js';
import { spelledRange } from '../lib/ip-address.js';
import { quoted, stripControls } from '../lib/text.js';
import type { PlaceName } from '../store/directory/places.js';
import { UsageError } from './command-error.js';

/** Checks the name of a new tenant or feed, a part of file and schema names. @throws UsageError */
export function checkName(name: string): string {
  if (!/^[a-z][a-z0-9-]{0,39}$/.test(name)) {
    throw new UsageError(
      `${quoted(name)} is not a name for a client or feed. A name has at most 40 lower-case letters, ` +
        'digits and dashes, and starts with a letter.',
    );
  }
  return name;
}

const LENGTHS = { title: 200, key: 100, partner: 100 } as const;

/** Checks a title, which is shown to people. @throws UsageError */
export function checkTitle(title: string): string {
  if (title.trim() !== '' && isPrintable(title, LENGTHS.title)) return title;
  throw new UsageError(
    `${quoted(title)} is not a title. A title has 1 to ${LENGTHS.title} printable characters.`,
  );
}

/** Checks what an operator calls a key; the empty text is no name. @throws UsageError */
export function checkKeyName(name: string): string {
  if (name === '' || (name.trim() !== '' && isPrintable(name, LENGTHS.key))) return name;
  throw new UsageError(
    `${quoted(name)} is not a name for a key. A name has up to ${LENGTHS.key} printable characters.`,
  );
}

/** The registered name of a marketplace, as answers and emails show it. @throws UsageError */
export function checkPartnerName(text: string): string {
  const name = text.trim();
  if (name !== '' && isPrintable(name, LENGTHS.partner)) return name;
  throw new UsageError(
    `${quoted(text)} is not a name for a partner. A name has 1 to ${LENGTHS.partner} printable characters.`,
  );
}

function isPrintable(text: string, length: number): boolean {
  return text.length <= length && stripControls(text) === text;
}

/** Checks an IANA time zone name. @throws UsageError */
export function checkTimeZone(zone: string): string {
  try {
    // Offsets such as +05:00 are refused, because they have no daylight saving time.
    if (!/^[a-z]/i.test(zone)) throw new RangeError();
    new Intl.DateTimeFormat('en-US', { timeZone: zone });
  } catch {
    throw new UsageError(
      `${quoted(zone)} is not a time zone. Name one as the IANA database does, such as ` +
        'America/New_York, Europe/Berlin or UTC.',
    );
  }
  return zone;
}

/** Checks the URL of a PostgreSQL database. An error does not quote it, because it holds a password. @throws UsageError */
export function checkDatabaseUrl(url: string): PlaceName {
  return readUrl(url, '--database accepts', 'The URL given is one');
}

/** Checks the place for a tenant database. An error does not quote a URL. @throws UsageError */
export function checkPlace(text: string): PlaceName {
  if (text === 'sqlite' || text === 'default') return text;
  return readUrl(text, 'A place is `sqlite`, `default`, or', 'The one given is a URL');
}

function readUrl(url: string, accepts: string, found: string): PlaceName {
  try {
    return postgresUrl.parse(url) as PlaceName;
  } catch (error) {
    if (!(error instanceof Unacceptable)) throw error;
    const reason = error.message === '' ? '' : ` ${found} ${error.message}.`;
    throw new UsageError(`${accepts} ${postgresUrl.accepts}.${reason}`);
  }
}

/** Checks an allow-list, and returns it without repeats, in one spelling. @throws UsageError */
export function checkAddresses(addresses: readonly string[]): readonly string[] {
  const ranges = addresses.map((text) => {
    const range = spelledRange(text);
    if (range === undefined) {
      throw new UsageError(
        `${quoted(text)} is not an address. Accepted is an IPv4 or IPv6 address or a CIDR range, ` +
          'such as 203.0.113.7 or 2001:db8::/32.',
      );
    }
    return range;
  });
  return [...new Set(ranges)];
}

/** Reads the moment of an option. @param zone That of a date without an offset. @throws UsageError */
export function checkMoment(option: string, text: string, zone: string, example: string): number {
  const at = parseMoment(text, zone);
  if (at !== undefined) return at;
  const words = `${quoted(text)} is not a date. Accepted are dates such as ${example}.`;
  throw new UsageError(words, undefined, option);
}

/** The moment of `--since`, in milliseconds since the epoch. @throws UsageError */
export function checkSince(text: string, zone: string): number {
  return checkMoment('--since', text, zone, '2026-11-20 or "2026-11-20 14:00"');
}

/** Reads the whole number of an option, from 1 to a bound, for commander. */
export function wholeUpTo(
  most: number,
  refusal = `A whole number from 1 to ${most} is accepted.`,
): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (/^\d+$/.test(text) && number >= 1 && number <= most) return number;
    throw new InvalidArgumentError(refusal);
  };
}

const MOST_LISTED = 10_000;

/** `--limit` of lists that may be long. */
export function limitOption(): Option {
  return new Option('--limit <number>', `how many, at most ${MOST_LISTED}`)
    .argParser(wholeUpTo(MOST_LISTED))
    .default(100);
}

export function collect(value: string, before: readonly string[] = []): readonly string[] {
  return [...before, value];
}

/** Collects the values of an option that may be repeated, out of a closed list: `choices` of commander keeps only the last. */
export function collectFrom(
  choices: readonly string[],
  refusal: string,
): (value: string, before?: readonly string[]) => readonly string[] {
  return (value, before) => {
    if (choices.includes(value)) return collect(value, before);
    throw new InvalidArgumentError(`${refusal} ${choices.join(', ')}.`);
  };
}
