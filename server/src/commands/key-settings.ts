import { type Command, InvalidArgumentError, Option } from 'commander';
import { HIGHEST_LIMITS } from '../http/gate/rates.js';
import { parseMoment } from '../lib/dates.js';
import { quoted } from '../lib/text.js';
import type { KeySettings } from '../store/directory/directory.js';
import { SCOPES, type Scope } from '../store/directory/key-directory.js';
import { checkAddresses, checkKeyName } from './check-options.js';
import { UsageError } from './command-error.js';
import { collect } from './define-command.js';
import { moment } from './text-table.js';

/** The options that set what a key may do and what it is called. */
export interface KeyOptions {
  readonly name?: string;
  readonly scope?: readonly Scope[];
  readonly address?: readonly string[];
  /** False for `--no-expires`. */
  readonly expires?: string | false;
  readonly rate?: number;
  readonly inFlight?: number;
}

/** Adds the options of a key that `key add` and `key set` share. */
export function keyOptions(command: Command): Command {
  const { perSecond, inFlight } = HIGHEST_LIMITS;
  return command
    .option('--name <name>', 'what you call it, such as the website that has it')
    .addOption(
      new Option('--scope <scope>', 'what it opens; may be given for each')
        .choices(SCOPES)
        .argParser(collectScope),
    )
    .option('--address <cidr>', 'an address or range that may use it; may be given again', collect)
    .option('--expires <date>', "when it stops working, in the client's time zone")
    .option('--rate <calls>', `calls in a second, at most ${perSecond}`, wholeUpTo(perSecond))
    .option('--in-flight <calls>', `calls at once, at most ${inFlight}`, wholeUpTo(inFlight));
}

/** The settings that options name, but for the expiry, which takes a tenant's time zone. */
export type GivenSettings = Partial<Omit<KeySettings, 'expiresAt'>> & {
  readonly scopes?: readonly Scope[];
};

/** Reads the options but `--expires`, of which it checks only the form. @throws UsageError */
export function keySettings(options: KeyOptions): GivenSettings {
  const { name, scope, address, expires, rate, inFlight } = options;
  if (typeof expires === 'string') momentOf(expires, 'UTC');
  return {
    ...(name !== undefined && { name: checkKeyName(name) }),
    ...(scope && { scopes: SCOPES.filter((each) => scope.includes(each)) }),
    ...(address && { addresses: checkAddresses(address) }),
    ...(rate !== undefined && { perSecond: rate }),
    ...(inFlight !== undefined && { inFlight }),
  };
}

/**
 * Reads `--expires` and `--no-expires`.
 *
 * @param zone IANA name of the zone that a date without an offset is read in.
 * @param now Milliseconds since the epoch.
 * @throws UsageError when the moment has passed.
 */
export function expirySetting(
  { expires }: Pick<KeyOptions, 'expires'>,
  zone: string,
  now: number,
): Partial<Pick<KeySettings, 'expiresAt'>> {
  if (expires === undefined) return {};
  if (expires === false) return { expiresAt: null };
  const at = momentOf(expires, zone);
  if (at <= now) {
    throw new UsageError(
      `--expires ${quoted(expires)} has passed: that is ${moment(at)}. To switch a key off now, use \`portico key revoke\`.`,
    );
  }
  return { expiresAt: at };
}

function momentOf(text: string, zone: string): number {
  const at = parseMoment(text, zone);
  if (at === undefined) {
    throw new UsageError(
      `${quoted(text)} is no date. --expires accepts dates such as 2027-01-31 or "2027-01-31 18:00".`,
    );
  }
  return at;
}

/** Collects scopes; `choices` of commander would replace the scopes collected before. */
function collectScope(value: string, before: readonly string[] | undefined): readonly string[] {
  if (!(SCOPES as readonly string[]).includes(value)) {
    throw new InvalidArgumentError(`Allowed choices are ${SCOPES.join(', ')}.`);
  }
  return collect(value, before);
}

function wholeUpTo(most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < 1 || number > most) {
      throw new InvalidArgumentError(`Accepted is a whole number from 1 to ${most}.`);
    }
    return number;
  };
}
