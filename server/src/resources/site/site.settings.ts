import { type NamedSetting, NamedSettings, webAddress, words } from '../../api/named-settings.js';
import { isMailbox } from '../../outbox/email/email.js';
import { checkLinkPattern, LinkPatternError } from '../people/agent-links.js';

/** What an operator may set for the website of a brokerage (`client set --site`). R327. */
export const siteSettings = new NamedSettings('setting of the website', {
  city: { check: words(80), description: 'The city or region it works in' },
  tagline: { check: words(160), description: 'A line for the front page' },
  about: { check: words(1000), description: 'A few sentences about the brokerage' },
  phone: { check: phone, description: 'Its telephone number' },
  email: { check: email, description: 'Its email address' },
  address: { check: words(300), description: 'Its postal address' },
  latitude: number(-90, 90, 'Where its maps begin, in degrees'),
  longitude: number(-180, 180, 'Where its maps begin, in degrees'),
  zoom: number(1, 20, 'How near its maps begin, as web maps count it'),
  privacy_page: { check: webAddress, description: 'URL of its privacy policy' },
  accessibility_page: { check: webAddress, description: 'URL of its accessibility statement' },
  fair_housing: {
    // What has no blank is meant as an address.
    check: (text: string) => (/\s/.test(text) ? words(1000)(text) : webAddress(text)),
    description: 'Its statement on fair housing, or the URL of one',
  },
});

function phone(text: string): string {
  if (!/^[\d+(][\d ().x/-]{4,39}$/.test(text)) throw new Error('is not a telephone number');
  return text;
}

function email(text: string): string {
  if (!isMailbox(text)) throw new Error('is not an email address');
  return text;
}

function number(least: number, most: number, description: string): NamedSetting {
  const check = (text: string): number => {
    const value = /^-?\d{1,3}(\.\d{1,12})?$/.test(text) ? Number(text) : Number.NaN;
    if (value >= least && value <= most) return value;
    throw new Error(`is not a number from ${least} to ${most}`);
  };
  return { check, isNumber: true, description };
}

interface Page {
  /** The placeholders that its pattern has. */
  readonly required: readonly string[];
  /** Those that it may have, too. */
  readonly optional?: readonly string[];
  /** How its pattern begins, and what is wrong where it does not. */
  readonly form: RegExp;
  readonly problem: string;
}

/** Links with secrets leave the machine over HTTPS only. */
const WITH_SECRETS = {
  form: /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$))/i,
  problem: 'is not an https URL; http is accepted for localhost only',
};

const PAGES = {
  // Numbers of a feed are others than those of the brokerage: without `{source}` its listings have no link.
  listing: {
    ...{ required: ['id'], optional: ['source'] },
    ...{ form: /^https?:\/\//i, problem: 'is not an http or https URL' },
  },
  // Mail programs send the one click (RFC 8058) over HTTPS only.
  unsubscribe: { required: ['token'], form: /^https:\/\//i, problem: 'is not an https URL' },
  password: { required: ['token'], ...WITH_SECRETS },
  confirm: { required: ['email', 'code'], ...WITH_SECRETS },
} as const satisfies Readonly<Record<string, Page>>;

/** Checks the patterns of a page, and trims them; an empty one makes no link. R370. @throws LinkPatternError */
export function checkPage(name: keyof typeof PAGES): (input: string) => string {
  const { required, optional = [], form, problem }: Page = PAGES[name];
  return (input) => {
    const pattern = checkLinkPattern(input, [...required, ...optional]);
    if (pattern === '') return '';
    if (!form.test(pattern)) throw new LinkPatternError(pattern, problem);
    const missing = required.find((placeholder) => !pattern.includes(`{${placeholder}}`));
    if (missing !== undefined) throw new LinkPatternError(pattern, `lacks {${missing}}`);
    return pattern;
  };
}
