import { Type } from 'typebox';
import { quoted } from '../../lib/text.js';
import { isMailbox } from '../../outbox/email/email.js';

/** A setting of the website that is not accepted; the message names it. */
export class SiteSettingError extends Error {}

/** What a setting accepts: throws with the reason, or returns the value as it is answered. */
type Check = (text: string) => string | number;

interface SiteSetting {
  readonly check: Check;
  readonly isNumber?: true;
  readonly description: string;
}

/** What an operator may set for the website of a brokerage (`client set --site`). R327. */
const SITE_SETTINGS = {
  city: { check: words(80), description: 'The city or region it works in' },
  tagline: { check: words(160), description: 'A line for the front page' },
  about: { check: words(1000), description: 'A few sentences about the brokerage' },
  phone: { check: phone, description: 'Its telephone number' },
  email: { check: email, description: 'Its email address' },
  address: { check: words(300), description: 'Its postal address' },
  latitude: number(-90, 90, 'Where its maps begin, in degrees'),
  longitude: number(-180, 180, 'Where its maps begin, in degrees'),
  zoom: number(1, 20, 'How near its maps begin, as web maps count it'),
  privacy_page: { check: url, description: 'URL of its privacy policy' },
  accessibility_page: { check: url, description: 'URL of its accessibility statement' },
  fair_housing: {
    // What has no blank is meant as an address.
    check: (text: string) => (/\s/.test(text) ? words(1000)(text) : url(text)),
    description: 'Its statement on fair housing, or the URL of one',
  },
} as const satisfies Readonly<Record<string, SiteSetting>>;

type SiteSettingName = keyof typeof SITE_SETTINGS;

/** What is set for the website of a brokerage, by name. What is not set is left out. */
type SiteSettings = { [Name in SiteSettingName]?: string | number };

/** The schema of these settings in the answer of `GET /site`. R327. */
export const siteSettingsSchema = Type.Object(
  Object.fromEntries(
    Object.entries<SiteSetting>(SITE_SETTINGS).map(([name, { description, isNumber }]) => [
      name,
      Type.Optional(isNumber ? Type.Number({ description }) : Type.String({ description })),
    ]),
  ),
  {
    $id: 'SiteSettings',
    description: 'What the operator has set for the website. What is not set is left out.',
    additionalProperties: false,
  },
);

/**
 * Reads the column `site` of a tenant.
 *
 * @throws SiteSettingError if it holds what `changeSiteSettings` refuses.
 */
export function readSiteSettings(column = ''): SiteSettings {
  if (column === '') return {};
  const stored: unknown = JSON.parse(column);
  if (typeof stored !== 'object' || stored === null)
    throw new SiteSettingError('It is not an object.');
  return Object.fromEntries(
    Object.entries(stored).map(([name, value]) => [name, checked(name, String(value))]),
  );
}

/**
 * Changes settings, each given as `name=value`; an empty value removes one.
 *
 * @param column The column `site` as it is.
 * @returns The column as it should be.
 * @throws SiteSettingError
 */
export function changeSiteSettings(column: string, changes: readonly string[]): string {
  const settings = new Map(Object.entries(readSiteSettings(column)));
  for (const change of changes) {
    const [, name = change, value = ''] = /^([^=]*)=(.*)$/s.exec(change) ?? [];
    if (!change.includes('=')) throw new SiteSettingError(`${quoted(change)} is not name=value.`);
    if (value.trim() !== '') settings.set(name, checked(name, value));
    else if (Object.hasOwn(SITE_SETTINGS, name)) settings.delete(name);
    else throw unknown(name);
  }
  return settings.size === 0 ? '' : JSON.stringify(Object.fromEntries(settings));
}

function checked(name: string, text: string): string | number {
  if (!Object.hasOwn(SITE_SETTINGS, name)) throw unknown(name);
  const value = text.trim();
  try {
    if (/\p{Cc}/u.test(value)) throw new Error('holds a line break or another control character');
    return SITE_SETTINGS[name as SiteSettingName].check(value);
  } catch (error) {
    throw new SiteSettingError(`${name}: ${quoted(value)} ${(error as Error).message}.`);
  }
}

function unknown(name: string): SiteSettingError {
  const names = Object.keys(SITE_SETTINGS).join(', ');
  return new SiteSettingError(
    `${quoted(name)} is not a setting of the website. Accepted: ${names}.`,
  );
}

function words(most: number): (text: string) => string {
  return (text) => {
    if (text.length > most) throw new Error(`is longer than ${most} characters`);
    return text;
  };
}

function phone(text: string): string {
  if (!/^[\d+(][\d ().x/-]{4,39}$/.test(text)) throw new Error('is not a telephone number');
  return text;
}

function email(text: string): string {
  if (!isMailbox(text)) throw new Error('is not an email address');
  return text;
}

function url(text: string): string {
  const { protocol, username } = URL.canParse(text)
    ? new URL(text)
    : { protocol: '', username: '' };
  const isPage = /^https?:$/.test(protocol) && username === '' && !/\s/.test(text);
  if (!isPage) throw new Error('is not an http or https URL');
  return words(500)(text);
}

function number(least: number, most: number, description: string): SiteSetting {
  const check = (text: string): number => {
    const value = /^-?\d{1,3}(\.\d{1,12})?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new Error(`is not a number from ${least} to ${most}`);
  };
  return { check, isNumber: true, description };
}
