import { type NamedSetting, NamedSettings, webAddress, words } from '../../api/named-settings.js';
import { isMailbox } from '../../outbox/email/email.js';

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
