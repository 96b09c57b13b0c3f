import type { Command } from 'commander';
import {
  LeadSettingError,
  readLeadCopies,
  readLeadRoles,
} from '../resources/leads/lead.recipients.js';
import { checkLinkPattern, LinkPatternError } from '../resources/people/agent-links.js';
import {
  changeSiteSettings,
  readSiteSettings,
  SiteSettingError,
} from '../resources/site/site.settings.js';
import type { ClientEntry, TenantSettings } from '../store/directory/directory.js';
import { UsageError } from './command-error.js';

/** The options of `client add` and `client set` besides title and time zone. */
export interface SettingOptions {
  readonly foldRepeatLeads?: boolean;
  readonly coarsenHidden?: boolean;
  readonly leadRecipients?: string;
  readonly leadCopies?: string;
  readonly site?: readonly string[];
  readonly listingsLink?: string;
  readonly pressLink?: string;
  readonly searchWithMeLink?: string;
  readonly testimonialLink?: string;
}

const FOLD = 'file a repeated lead of one person as a comment of the first';
const COARSEN = 'round the coordinates of listings whose address is hidden to about a kilometre';

/** Adds the options that `client add` and `client set` share. */
export function settingOptions(command: Command): Command {
  return command
    .option('--fold-repeat-leads', FOLD)
    .option('--coarsen-hidden', COARSEN)
    .option('--lead-recipients <roles>', 'who is written to about a lead: agent, coagent, office')
    .option('--lead-copies <addresses>', 'who else is, whatever the lead; empty for nobody')
    .option('--listings-link <pattern>', "on agents' records, the link to their listings")
    .option('--press-link <pattern>', 'the link to their press articles')
    .option('--search-with-me-link <pattern>', 'the link to a search with them')
    .option('--testimonial-link <pattern>', 'the link to their testimonials')
    .option(
      '--site <name=value>',
      'what its website shows, such as city=Chicago; may be repeated',
      (change: string, before: readonly string[] = []) => [...before, change],
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
  const { foldRepeatLeads, coarsenHidden } = options;
  return {
    ...(foldRepeatLeads === undefined ? {} : { fold_repeat_leads: Number(foldRepeatLeads) }),
    ...(coarsenHidden === undefined ? {} : { coarsen_hidden: Number(coarsenHidden) }),
    ...read('lead_recipients', options.leadRecipients, (text) => readLeadRoles(text).join()),
    ...read('lead_copies', options.leadCopies, (text) => readLeadCopies(text).join()),
    ...read('listings_link', options.listingsLink, checkLinkPattern),
    ...read('press_link', options.pressLink, checkLinkPattern),
    ...read('search_with_me_link', options.searchWithMeLink, checkLinkPattern),
    ...read('testimonial_link', options.testimonialLink, checkLinkPattern),
    ...read('site', options.site, (changes) => changeSiteSettings(site, changes)),
  };
}

/** The settings of a tenant as `--json` prints them. */
export function settingsJson(tenant: ClientEntry): object {
  return {
    foldRepeatLeads: tenant.fold_repeat_leads === 1,
    coarsenHidden: tenant.coarsen_hidden === 1,
    leadRecipients: readLeadRoles(tenant.lead_recipients),
    leadCopies: readLeadCopies(tenant.lead_copies),
    listingsLink: tenant.listings_link,
    pressLink: tenant.press_link,
    searchWithMeLink: tenant.search_with_me_link,
    testimonialLink: tenant.testimonial_link,
    site: readSiteSettings(tenant.site),
  };
}

/** One setting, read from its option. @throws UsageError */
function read<Input>(
  setting: keyof TenantSettings,
  input: Input | undefined,
  toColumn: (input: Input) => string,
): TenantSettings {
  if (input === undefined) return {};
  try {
    return { [setting]: toColumn(input) };
  } catch (error) {
    const isRefused = [LeadSettingError, LinkPatternError, SiteSettingError].some(
      (kind) => error instanceof kind,
    );
    throw isRefused ? new UsageError((error as Error).message) : error;
  }
}
