import { siteSettings } from '../resources/site/site.settings.js';
import { NameTakenError } from '../store/directory/directory.js';
import type { TenantEntry } from '../store/directory/tables.js';
import { objectOf, problems, textsOf } from './problems.js';
import {
  type BrokerageCall,
  type ConsoleRoute,
  checkProof,
  clientRoute,
  commandOf,
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
const LONGEST = 1000;

/** What operators do by commands: clients with their settings, partners, and pulls. */
export const commandRoutes: readonly ConsoleRoute[] = [
  signedInRoute(['POST', '/api/clients'], 'change clients', async (call) => {
    const { client, ...texts } = textsOf(call.body, {
      client: { most: 40 },
      title: { most: 200, optional: true },
      timezone: { most: 60, optional: true },
    });
    await call.parts.services.directory.checkNameIsFree(client).catch((error: unknown) => {
      throw error instanceof NameTakenError ? problems.taken(`${client} is taken.`) : error;
    });
    const options = Object.entries(texts).filter(([, text]) => text !== '');
    await commandOf(call, ['client', 'add', '--json', ...options.map(optionOf), '--', client]);
    call.reply.code(201);
    return { client };
  }),
  clientRoute(['GET', '/settings'], 'see clients', async (call) => {
    const settings = await settingsNow(call);
    const site: Readonly<Record<string, unknown>> = siteSettings.read(settings.site);
    const tenants = await call.parts.services.directory.tenants();
    const choicesOf = (kind: string) =>
      tenants.flatMap((each) =>
        each.kind === kind ? [{ value: each.name, words: each.title }] : [],
      );
    return {
      fields: [
        ...SETTINGS.map(([name, column, label, help = '']) => {
          const value = settings[column] ?? '';
          return { name, label, help, value: FLAGS.includes(name) ? value === 1 : String(value) };
        }),
        ...siteSettings.descriptions.map(([name, help]) => ({
          ...{ name: `site=${name}`, label: `Website: ${name.replace('_', ' ')}`, help },
          value: String(site[name] ?? ''),
        })),
        ...Object.entries(FEEDS).map(([name, column]) => ({
          ...{ name, label: `${name.toUpperCase()} feed`, help: '', value: settings[column] ?? '' },
          choices: choicesOf(name),
        })),
      ],
    };
  }),
  clientRoute(['PUT', '/settings'], 'change clients', async (call) => {
    const settings = await settingsNow(call);
    const { name } = settings;
    const { options, feeds } = settingsIn(call);
    if (options.length > 0) {
      await commandOf(call, ['client', 'set', '--json', ...options, '--', name]);
    }
    for (const [column, feed] of feeds) {
      const before = settings[column] ?? '';
      const verb = feed === '' ? 'detach' : 'attach';
      if (feed !== before)
        await commandOf(call, ['client', verb, '--json', '--', name, feed || before]);
    }
  }),
  signedInRoute(['GET', '/api/partners'], 'see clients', (call) =>
    commandOf(call, ['partner', 'list', '--json']),
  ),
  signedInRoute(['POST', '/api/partners'], 'change clients', async (call) => {
    checkProof(call);
    const { name } = textsOf(call.body, { name: { most: 100 } });
    const made = await commandOf(call, ['partner', 'add', '--json', '--', name]);
    call.reply.code(201);
    return made;
  }),
  signedInRoute(['DELETE', '/api/partners/:prefix'], 'change clients', async (call) => {
    checkProof(call);
    await commandOf(call, ['partner', 'revoke', '--json', '--', call.params.prefix ?? '']);
  }),
  signedInRoute(['GET', '/api/pulls'], 'see clients', (call) =>
    commandOf(call, ['pull', 'list', '--json']),
  ),
  signedInRoute(['GET', '/api/pulls/:name/:source'], 'see clients', (call) => pull(call, 'show')),
  ...(['pause', 'resume'] as const).map((verb) =>
    // One that is resumed is due at once.
    signedInRoute(['POST', `/api/pulls/:name/:source/${verb}`], 'change clients', (call) =>
      pull(call, verb),
    ),
  ),
];

/** Those that this process knows may be of before the last command. */
async function settingsNow({ parts, tenant: { settings } }: BrokerageCall): Promise<TenantEntry> {
  return (await parts.services.directory.tenant(settings.name)) ?? settings;
}

function pull(call: SignedInCall, verb: 'show' | 'pause' | 'resume') {
  const { name = '', source = '' } = call.params;
  return commandOf(call, ['pull', verb, '--json', `--source=${source}`, '--', name]);
}

/** The changed settings of a body, as options, and as columns of feeds. @throws ConsoleProblem that names the setting. */
function settingsIn(call: BrokerageCall) {
  const options: string[] = [];
  const feeds: [column: (typeof FEEDS)[keyof typeof FEEDS], feed: string][] = [];
  const texts = new Set([
    ...SETTINGS.flatMap(([name]) => (FLAGS.includes(name) ? [] : [name])),
    ...siteSettings.descriptions.map(([name]) => `site=${name}`),
  ]);
  for (const [name, value] of Object.entries(objectOf(call.body))) {
    const isFlag = FLAGS.includes(name);
    const isText = typeof value === 'string' && value.length <= LONGEST && !value.includes('\0');
    if (isFlag ? typeof value !== 'boolean' : !isText) {
      const accepted = isFlag ? 'on or off' : `text of at most ${LONGEST} characters`;
      throw problems.rejected({ [name]: `is not ${accepted}` });
    }
    if (isFlag) options.push(value === true ? `--${name}` : `--no-${name}`);
    else if (texts.has(name)) options.push(optionOf([name, String(value)]));
    else if (name === 'mls' || name === 'rls') feeds.push([FEEDS[name], String(value)]);
    else throw problems.rejected({ [name]: 'is not a setting' });
  }
  return { options, feeds };
}

/** An option with its value in one word, so that no value is taken for an option. */
function optionOf([name, text]: readonly [string, string]): string {
  return `--${name}=${text}`;
}
