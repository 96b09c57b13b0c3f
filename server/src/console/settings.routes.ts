import { feedDisplay, type NamedSettings } from '../api/named-settings.js';
import { siteSettings } from '../resources/site/site.settings.js';
import type { TenantEntry } from '../store/directory/tables.js';
import { objectOf, problems } from './problems.js';
import {
  type ConsoleRoute,
  clientRoute,
  commandOf,
  optionOf,
  type SignedInCall,
  signedInRoute,
} from './route.js';

/** A setting of a client: the option of `client set` that changes it, its column, and how people read it. */
type Setting = readonly [option: string, column: keyof TenantEntry, label: string, help?: string];

const AGENT = 'In the records of agents; {id}, {firstname}, {lastname}, {email} stand for theirs';

const SETTINGS: readonly Setting[] = [
  ['title', 'title', 'Title'],
  ['timezone', 'time_zone', 'Time zone', 'Such as America/Chicago'],
  ['lead-recipients', 'lead_recipients', 'Who gets email about a lead', 'agent, coagent, office'],
  ['lead-copies', 'lead_copies', 'Who else gets it', 'Addresses, with commas'],
  ['fold-repeat-leads', 'fold_repeat_leads', 'A repeated lead is a comment of the first'],
  ['coarsen-hidden', 'coarsen_hidden', 'Coordinates of hidden addresses are rounded'],
  ['listing-page', 'listing_page', 'Page of a listing', 'An address with {id} in it'],
  ['unsubscribe-page', 'unsubscribe_page', 'Page to stop emails', 'With {token} in it'],
  ['password-page', 'password_page', 'Page to set a password on', 'With {token} in it'],
  [
    'confirm-page',
    'confirm_page',
    'Page to confirm an address on',
    'With {email} and {code} in it',
  ],
  ['listings-link', 'listings_link', 'Link to listings', AGENT],
  ['press-link', 'press_link', 'Link to press articles', AGENT],
  ['search-with-me-link', 'search_with_me_link', 'Link to a search with them', AGENT],
  ['testimonial-link', 'testimonial_link', 'Link to testimonials', AGENT],
];

/** Those of them that are on or off. */
const FLAGS: readonly string[] = ['fold-repeat-leads', 'coarsen-hidden'];

/** The feeds that a client reads, one of each kind. */
const FEEDS = { mls: 'mls_feed', rls: 'rls_feed' } as const;

/** The most characters of a setting. */
const LONGEST = 2000;

/** A setting as forms have it. Its name is the option that changes it. */
interface SettingField {
  readonly name: string;
  readonly label: string;
  readonly help: string;
  readonly value: string | boolean;
  /** Of a feed that a client reads, those of its kind. */
  readonly choices?: readonly { readonly value: string; readonly words: string }[];
}

/** The settings of clients and of feeds. */
export const settingsRoutes: readonly ConsoleRoute[] = [
  clientRoute(['GET', '/settings'], 'see clients', async (call) => ({
    fields: await clientFields(call, call.tenant.settings.name),
  })),
  clientRoute(['PUT', '/settings'], 'change clients', async (call) => {
    const { name } = call.tenant.settings;
    const { options, chosen } = changesIn(call.body, await clientFields(call, name));
    if (options.length > 0) {
      await commandOf(call, ['client', 'set', '--json', ...options, '--', name]);
    }
    for (const [before, feed] of chosen) {
      const verb = feed === '' ? 'detach' : 'attach';
      if (feed !== before)
        await commandOf(call, ['client', verb, '--json', '--', name, feed || before]);
    }
  }),
  signedInRoute(['GET', '/api/feeds/:feed/settings'], 'see clients', async (call) => ({
    fields: await feedFields(call),
  })),
  signedInRoute(['PUT', '/api/feeds/:feed/settings'], 'change clients', async (call) => {
    const { options } = changesIn(call.body, await feedFields(call));
    await commandOf(call, ['feed', 'set', '--json', ...options, '--', call.params.feed ?? '']);
  }),
];

async function clientFields(call: SignedInCall, client: string): Promise<readonly SettingField[]> {
  const settings = await entryNow(call, client, true);
  const tenants = await call.parts.services.directory.tenants();
  return [
    ...SETTINGS.map(([name, column, label, help = '']) => {
      const value = settings[column] ?? '';
      return { name, label, help, value: FLAGS.includes(name) ? value === 1 : String(value) };
    }),
    ...namedFields('site', 'Website', siteSettings, settings.site),
    ...Object.entries(FEEDS).map(([name, column]) => ({
      ...{ name, label: `${name.toUpperCase()} feed`, help: '', value: settings[column] ?? '' },
      choices: tenants
        .filter(({ kind }) => kind === name)
        .map((each) => ({ value: each.name, words: each.title })),
    })),
  ];
}

async function feedFields(call: SignedInCall): Promise<readonly SettingField[]> {
  const { title, time_zone, display } = await entryNow(call, call.params.feed ?? '', false);
  return [
    { name: 'title', label: 'Title', help: '', value: title },
    { name: 'timezone', label: 'Time zone', help: 'Such as America/Chicago', value: time_zone },
    ...namedFields('display', 'Its license', feedDisplay, display),
  ];
}

/** The settings that one option changes, by its name and theirs. */
function namedFields<Name extends string, Value extends string | number>(
  option: string,
  label: string,
  settings: NamedSettings<Name, Value>,
  column: string | undefined,
): readonly SettingField[] {
  const now: Readonly<Record<string, unknown>> = settings.read(column);
  return settings.descriptions.map(([name, help]) => ({
    ...{ name: `${option}=${name}`, label: `${label}: ${name.replace('_', ' ')}`, help },
    value: String(now[name] ?? ''),
  }));
}

/** What the directory has: this process may know it as it was before the last command. */
async function entryNow(
  { parts }: SignedInCall,
  name: string,
  isClient: boolean,
): Promise<TenantEntry> {
  const entry = await parts.services.directory.tenant(name);
  if (entry !== undefined && (entry.kind === 'client') === isClient) return entry;
  throw problems.notFound(`There is no such ${isClient ? 'brokerage' : 'feed'}.`);
}

/** The changes of a body: as options, and the feeds that are chosen, each behind the one before. @throws ConsoleProblem that names the setting. */
function changesIn(body: unknown, fields: readonly SettingField[]) {
  const options: string[] = [];
  const chosen: [before: string, feed: string][] = [];
  for (const [name, value] of Object.entries(objectOf(body))) {
    const field = fields.find((one) => one.name === name);
    if (field === undefined) throw problems.rejected({ [name]: 'is not a setting' });
    const isFlag = typeof field.value === 'boolean';
    const isText = typeof value === 'string' && value.length <= LONGEST && !value.includes('\0');
    if (isFlag ? typeof value !== 'boolean' : !isText) {
      const accepted = isFlag ? 'on or off' : `text of at most ${LONGEST} characters`;
      throw problems.rejected({ [name]: `is not ${accepted}` });
    }
    if (field.choices !== undefined) chosen.push([String(field.value), String(value)]);
    else if (isFlag) options.push(value === true ? `--${name}` : `--no-${name}`);
    else options.push(optionOf([name, String(value)]));
  }
  return { options, chosen };
}
