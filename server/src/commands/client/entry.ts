import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import type { Command } from 'commander';
import { SettingError } from '../../api/named-settings.js';
import {
  LeadSettingError,
  readLeadCopies,
  readLeadRoles,
} from '../../resources/leads/lead.email.js';
import { checkLinkPattern, LinkPatternError } from '../../resources/people/agent-links.js';
import { checkPage, siteSettings } from '../../resources/site/site.settings.js';
import type { Services } from '../../services.js';
import { isUntouched } from '../../store/copy/dump.js';
import { stateOf, strayWords } from '../../store/copy/guard.js';
import { thaw } from '../../store/copy/triggers.js';
import type { ClientEntry, TenantSettings } from '../../store/directory/directory.js';
import { NO_LINK_PATTERNS } from '../../store/directory/tables.js';
import { serverLabel } from '../../store/engines/postgres/postgres-servers.js';
import { countDatabase } from '../../store/tenant/counts.js';
import { type OwnedDatabase, tenantFile } from '../../store/tenant/open.js';
import type { World } from '../command.js';
import { CommandError, reasonOf, UsageError } from '../command-error.js';
import { withServices } from '../open.js';
import { checkDatabaseUrl, checkName, checkTimeZone, checkTitle, collect } from '../options.js';

/** The name of the client that `portico demo` and a first `npm start` make. */
export const DEMO_CLIENT = 'demo';

/** The default zone of printed dates (R33). */
export const DEFAULT_TIME_ZONE = 'America/New_York';

export interface NewEntryOptions {
  readonly title?: string;
  readonly timezone?: string;
  /** `postgres://…` */
  readonly database?: string;
  /** Whether to use the existing content of that database. */
  readonly adopt?: true;
}

/**
 * Makes a tenant or feed for a command, on services that it opens and closes itself.
 *
 * @throws UsageError
 * @throws CommandError when its database cannot be opened, or is not empty without `adopt`.
 */
export async function recordEntry(
  world: World,
  name: string,
  kind: ClientEntry['kind'],
  options: NewEntryOptions,
  settings: TenantSettings = {},
): Promise<void> {
  const entry = { ...checkEntry(name, options, world.clock.now(), kind), ...settings };
  await withServices(world, (services) => addRecord(services, entry, options));
}

/** The entry of a new tenant or feed by its options. @param now Epoch milliseconds. @throws UsageError */
export function checkEntry(
  name: string,
  { title, timezone, database, adopt }: NewEntryOptions,
  now = 0,
  kind: ClientEntry['kind'] = 'client',
): ClientEntry {
  if (database !== undefined) checkDatabaseUrl(database);
  else if (adopt === true) {
    throw new UsageError('it is about a database that --database names.', undefined, '--adopt');
  }
  return { ...newEntry(checkName(name), kind, now), ...titleAndZone({ title, timezone }) };
}

/** The settings that clients and feeds have, by their options. @throws UsageError */
export function titleAndZone({
  title,
  timezone,
}: {
  readonly title?: string | undefined;
  readonly timezone?: string | undefined;
}): TenantSettings {
  return {
    ...readSetting('title', title, checkTitle),
    ...readSetting('time_zone', timezone, checkTimeZone, '--timezone'),
  };
}

/** Makes a tenant or feed, in the database that its options name. @throws CommandError */
export async function addRecord(
  services: Services,
  entry: ClientEntry,
  { database, adopt }: NewEntryOptions,
): Promise<void> {
  if (database === undefined) return addEntry(services, entry);
  const { name } = entry;
  const url = checkDatabaseUrl(database);
  await services.directory.checkNameIsFree(name);
  const placed = { ...entry, database_url: await services.places.encodePlace(name, url) };
  const label = serverLabel(url);
  const owned = await services.tenants.openAt(placed).catch((error: unknown) => {
    throw new CommandError(`--database names ${label}: ${reasonOf(error)}`);
  });
  try {
    await takeOver(owned, `The database of ${name} at ${label}`, adopt === true);
  } finally {
    await owned.close();
  }
  await addEntry(services, placed);
}

/**
 * Checks that a database is empty, or that the operator wants its content, so that nobody's data is
 * shown to others by mistake.
 *
 * @param called Its name in an error.
 * @throws CommandError
 */
async function takeOver(owned: OwnedDatabase, called: string, adopt: boolean): Promise<void> {
  const words = await strayWords(owned);
  if (words !== undefined) {
    throw new CommandError(`${called} is ${words}, and takes no writes: remove it there.`);
  }
  if (!adopt && ((await stateOf(owned)) !== undefined || !(await isUntouched(owned)))) {
    throw new CommandError(
      `${called} holds data already. Say --adopt if it is to be used as it is; else choose another place.`,
    );
  }
  await thaw(owned);
}

/** A tenant or feed with every setting at its default. @param createdAt Epoch milliseconds. */
export function newEntry(name: string, kind: ClientEntry['kind'], createdAt: number): ClientEntry {
  return {
    name,
    kind,
    title: name,
    time_zone: DEFAULT_TIME_ZONE,
    fold_repeat_leads: 0,
    coarsen_hidden: 0,
    database_url: null,
    mls_feed: null,
    rls_feed: null,
    ...NO_LINK_PATTERNS,
    created_at: createdAt,
  };
}

/** Makes the database of a tenant or feed, then lists it in the directory. @throws NameTakenError */
export async function addEntry(services: Services, entry: ClientEntry): Promise<void> {
  const { directory, tenants, places, schemas } = services;
  const { name } = entry;
  await directory.checkNameIsFree(name);
  const store = await tenants.store(await places.placeOf(name, entry.database_url));
  const file = 'folder' in store ? tenantFile(store.folder, name) : undefined;
  const wasThere = file === undefined || existsSync(file);
  try {
    if (wasThere) await refuseStray(services, entry);
    // The database comes first, because a listed tenant whose database cannot be opened would stay.
    const database = await tenants.database(entry);
    await directory.addTenant(entry);
    // One that was there before may hold more than is counted here: a server looks into it.
    const counts = await countDatabase(database);
    if (counts.newestEmailAt === 0) await directory.emailNotes.settle(name, undefined, 0, counts);
  } catch (error) {
    // A file that could not be filled, on a full disk for example, would stay without a tenant.
    if (!wasThere && (await directory.tenant(name)) === undefined) {
      await tenants.letGo(name).catch(() => {});
      for (const end of ['', '-wal', '-shm']) await rm(`${file}${end}`, { force: true });
    }
    throw error;
  }
  await schemas.noteNew(name);
}

/** What a rename has left under this name takes no writes, and neither would the new tenant. */
async function refuseStray({ tenants }: Services, entry: ClientEntry): Promise<void> {
  const owned = await tenants.openAt(entry);
  try {
    const words = await strayWords(owned);
    if (words === undefined) return;
    throw new CommandError(
      `There is a database for ${entry.name} already. It is ${words}: remove it, or choose another name.`,
    );
  } finally {
    await owned.close();
  }
}

/** The options of `client add` and `client set` besides title and time zone. */
export interface SettingOptions {
  readonly foldRepeatLeads?: boolean;
  readonly coarsenHidden?: boolean;
  readonly leadRecipients?: string;
  readonly leadCopies?: string;
  readonly site?: readonly string[];
}

/** Settings that are patterns of links, by their columns: what their options say, and the check. */
export const PATTERNS = {
  listings_link: ["in agents' records, the link to their listings", checkLinkPattern],
  press_link: ['the link to their press articles', checkLinkPattern],
  search_with_me_link: ['the link to a search with them', checkLinkPattern],
  testimonial_link: ['the link to their testimonials', checkLinkPattern],
  listing_page: ['the page of a listing on its website, {id} in it', checkPage('listing')],
  unsubscribe_page: [
    'the page that ends emails about a search, {token} in it',
    checkPage('unsubscribe'),
  ],
  password_page: [
    'the page of its website to set a password on, {token} in it',
    checkPage('password'),
  ],
  confirm_page: [
    'the page to confirm an address on, {email} and {code} in it',
    checkPage('confirm'),
  ],
} satisfies { [Column in keyof TenantSettings]?: [help: string, check: (text: string) => string] };

/** The same with their names in parsed options and in lists. */
const NAMED_PATTERNS = Object.entries(PATTERNS).map(([column, [help, check]]) => ({
  column: column as keyof typeof PATTERNS,
  name: column.replace(/_(.)/g, (_, first: string) => first.toUpperCase()),
  help,
  check,
}));

/** The option that sets a column, as it is typed. */
const optionOf = (column: string) => `--${column.replaceAll('_', '-')}`;

/** Adds the options that `client add` and `client set` share. */
export function settingOptions(command: Command): Command {
  command
    .option('--fold-repeat-leads', 'file a repeated lead of one person as a comment of the first')
    .option(
      '--coarsen-hidden',
      'round the coordinates of listings whose address is hidden to about a kilometer',
    )
    .option('--lead-recipients <roles>', 'who gets email about a lead: agent, coagent, office')
    .option('--lead-copies <addresses>', 'who else gets email about every lead; empty for nobody');
  for (const { column, help } of NAMED_PATTERNS) {
    command.option(`${optionOf(column)} <pattern>`, help);
  }
  return command
    .option(
      '--site <name=value>',
      'what its website shows, such as city=Chicago; may be repeated',
      collect,
    )
    .addHelpText(
      'after',
      "\nA link's pattern is a URL or path in which {id}, {firstname}, {lastname}, {email} and" +
        '\n{rls_agent_id} stand for those of the agent; an empty pattern makes no link.' +
        '\nSettings of the website: city, tagline, about, phone, email, address, latitude, longitude, zoom,' +
        '\nprivacy_page, accessibility_page, fair_housing. An empty value removes one.',
    );
}

/**
 * The settings that the options name; others stay as they are.
 *
 * @param site The column `site` as it is, which the options change in part.
 * @throws UsageError
 */
export function givenSettings(options: SettingOptions, site = ''): TenantSettings {
  return {
    ...readSetting('fold_repeat_leads', options.foldRepeatLeads, Number),
    ...readSetting('coarsen_hidden', options.coarsenHidden, Number),
    ...readSetting('lead_recipients', options.leadRecipients, (text) => readLeadRoles(text).join()),
    ...readSetting('lead_copies', options.leadCopies, (text) => readLeadCopies(text).join()),
    ...Object.assign(
      {},
      ...NAMED_PATTERNS.map(({ column, name, check }) => {
        return readSetting(column, (options as Readonly<Record<string, string>>)[name], check);
      }),
    ),
    ...readSetting('site', options.site, (changes) => siteSettings.change(site, changes)),
  };
}

export function readsFeed({ mls_feed, rls_feed }: ClientEntry, feed: string): boolean {
  return mls_feed === feed || rls_feed === feed;
}

export function settingsJson(tenant: ClientEntry): object {
  return {
    foldRepeatLeads: tenant.fold_repeat_leads === 1,
    coarsenHidden: tenant.coarsen_hidden === 1,
    leadRecipients: readLeadRoles(tenant.lead_recipients),
    leadCopies: readLeadCopies(tenant.lead_copies),
    ...Object.fromEntries(NAMED_PATTERNS.map(({ column, name }) => [name, tenant[column] ?? ''])),
    site: siteSettings.read(tenant.site),
  };
}

/** One setting, read from its option. @throws UsageError that names the option. */
export function readSetting<Input>(
  column: keyof TenantSettings,
  input: Input | undefined,
  toColumn: (input: Input) => string | number,
  option = optionOf(column),
): TenantSettings {
  if (input === undefined) return {};
  try {
    return { [column]: toColumn(input) };
  } catch (error) {
    const isRefused = [UsageError, LeadSettingError, LinkPatternError, SettingError].some(
      (kind) => error instanceof kind,
    );
    if (!isRefused) throw error;
    const { message, setting, words = message } = error as Partial<SettingError> & Error;
    throw new UsageError(words, undefined, setting ? `${option}=${setting}` : option);
  }
}
