import { BUILDING_FLAGS } from '../../src/search/params/amenity.vocabulary.js';
import type { Question } from './questions.js';
import type { Answer, Replay } from './replay.js';

type Json = Record<string, unknown>;

/** What was changed on purpose since a release. */
export interface Difference {
  /** Why, for those who read a list of differences. */
  readonly reason: string;
  /** The release that it came with: installations of earlier ones differ. */
  readonly since: string;
  /** The answer of a release as this program gives it. */
  readonly apply?: (question: Question, answer: Answer) => Answer;
  /** What commands of a release printed and exported, as those of this program do. */
  readonly applyToCommands?: (commands: Replay['commands']) => Replay['commands'];
  /** What a command of a release printed, or a file of its exports, as this program writes it. */
  readonly applyToOutput?: (command: string, output: string) => string;
  /** An email that a release wrote, as this program writes it. */
  readonly applyToEmail?: (raw: string) => string;
  /** Files of exports that the release did not write. */
  readonly exportsToo?: readonly string[];
  /** The same, of records that no installation of the release has. */
  readonly writesEmpty?: readonly string[];
}

/** What differs on purpose in an installation of a release, one by one. */
export function differencesFrom(release: string): readonly Difference[] {
  return DIFFERENCES.filter(
    ({ since }) => release.localeCompare(since, 'en', { numeric: true }) < 0,
  );
}

const DIFFERENCES: readonly Difference[] = [
  {
    reason: 'keys have a name, an expiry and limits of their own, and say when they were used',
    since: '0.3.0',
    applyToCommands(commands) {
      const changed = { ...commands };
      for (const tenant of ['acme', 'beta']) {
        const name = `key list ${tenant}`;
        const listed = JSON.parse(commands[name] ?? '') as { keys: Record<string, unknown>[] };
        const keys = listed.keys.map(({ prefix, active, created, ...key }) => ({
          ...{ prefix, name: '', active, expired: false, ...key, rate: 10, inFlight: 3 },
          ...{ expires: null, lastUsed: null, created },
        }));
        changed[name] = `${JSON.stringify({ ...listed, keys })}\n`;
      }
      return changed;
    },
  },
  {
    reason:
      'lists of clients and feeds have numbers, the recipients of leads and what websites show, those of leads the agent',
    since: '0.3.0',
    applyToCommands(commands) {
      const parsed = (command: string) => JSON.parse(commands[command] ?? '') as Json;
      const tenants = (parsed('client list').clients as Json[]).map((tenant) => {
        const keys = commands[`key list ${tenant.client}`];
        const listed = keys === undefined ? [{ active: true }] : (JSON.parse(keys) as Json).keys;
        const active = (listed as Json[]).filter((key) => key.active);
        const { listingsLink, pressLink, searchWithMeLink, testimonialLink, ...rest } = tenant;
        const { database, mls, rls, created, ...before } = rest;
        return {
          ...before,
          ...{ leadRecipients: ['agent'], leadCopies: [] },
          ...{ listingsLink, pressLink, searchWithMeLink, testimonialLink },
          ...{ listingPage: '', unsubscribePage: '', passwordPage: '', confirmPage: '', site: {} },
          ...{ database, mls, rls, created, listings: 0, keys: active.length },
        };
      });
      const leads = parsed('lead list acme').leads as Json[];
      const { comments, letters, ...lead } = parsed('lead show acme 1');
      const names: Readonly<Record<string, string>> = {
        1: 'Mirelle Ashgrove',
        9: 'Marek Winterlis',
      };
      const agentName = (each: Json) => names[`${each.agentID}`] ?? '';
      return {
        ...commands,
        'client list': `${JSON.stringify({ clients: tenants })}\n`,
        'lead list acme': `${JSON.stringify({
          ...parsed('lead list acme'),
          leads: leads.map((each) => ({ ...each, agentName: agentName(each) })),
        })}\n`,
        'lead show acme 1': `${JSON.stringify({ ...lead, agentName: agentName(lead), comments, letters })}\n`,
      };
    },
  },
  {
    reason: 'the email about a lead says to reply to it',
    since: '0.5.0',
    applyToEmail: (raw) => raw.replaceAll('answer this letter.', 'reply to this email.'),
  },
  {
    reason: 'listings are not counted in a database that still waits for its schema steps',
    since: '0.5.0',
    applyToOutput: (command, output) =>
      command === 'client list' ? output.replaceAll(/"listings":\d+/g, '"listings":null') : output,
  },
  {
    reason: 'feeds have what websites show of them',
    since: '0.4.0',
    applyToOutput: (command, output) =>
      command === 'feed list'
        ? output.replaceAll(/"timezone":"[^"]*"/g, '$&,"display":{}')
        : output,
  },
  {
    reason: 'a lead may ask for a tour',
    since: '0.3.0',
    applyToOutput: (command, output) =>
      /^lead | leads\.ndjson$/.test(command)
        ? output.replaceAll(/"clientReference":"[^"]*"/g, '$&,"tourKind":"","tourTimes":[]')
        : output,
  },
  {
    reason: 'a lead has a state and notes',
    since: '0.4.0',
    applyToOutput: (command, output) =>
      /^lead | leads\.ndjson$/.test(command)
        ? output.replaceAll(/"tourTimes":\[[^\]]*\]/g, '$&,"state":"new","notes":""')
        : output,
  },
  {
    reason: 'favourites and trails of members are exported, too',
    since: '0.3.0',
    exportsToo: ['favorites.ndjson', 'trails.ndjson'],
  },
  {
    reason: 'numbers that came by keys of their source are exported with these; here are none',
    since: '0.3.0',
    writesEmpty: ['source-keys.ndjson', 'saved-searches.ndjson'],
  },
  {
    reason: 'The address of a building that was made out of listings is the street alone',
    since: '0.3.0',
    applyToOutput: (command, output) =>
      command === 'export onekey buildings.ndjson'
        ? output.replaceAll(
            /"address":"(\d+) ([^"]+)","house":"\1"/g,
            '"address":"$2","house":"$1"',
          )
        : output,
  },
  {
    reason: 'Records of searches, and exported listings, have the title of their page',
    since: '0.3.0',
    apply: ({ path }, answer) =>
      path === '/properties'
        ? withBody(answer, /"date_update":"[^"]*",/g, '$&"extras_webtitle":"",')
        : answer,
    applyToOutput: (command, output) =>
      command.endsWith(' listings.ndjson')
        ? output.replaceAll(/"distribute":[01],/g, '$&"extras_webtitle":"",')
        : output,
  },
  {
    reason: 'Scripts of other origins may read whether a preference was applied',
    since: '0.3.0',
    apply: (_question, answer) => {
      const name = 'access-control-expose-headers';
      const exposed = answer.headers[name];
      if (exposed === undefined) return answer;
      const headers = {
        ...answer.headers,
        [name]: exposed.replace('ETag, ', 'ETag, Preference-Applied, '),
      };
      return { ...answer, headers };
    },
  },
  {
    reason: 'A malformed search has an empty page beside the error',
    since: '0.3.0',
    apply: ({ path }, answer) =>
      path === '/properties' && answer.body.startsWith('{"STATUS":"Error"')
        ? withBody(answer, /\}$/g, ',"TOTAL_COUNT":0,"LISTINGS":[]}')
        : answer,
  },
  {
    reason: 'Fields that hold a URL answer absolute ones',
    since: '0.3.0',
    apply: (_question, answer) => {
      const tenant = /\/media\/(\w+)\//.exec(answer.body)?.[1] ?? 'acme';
      return withBody(
        answer,
        /"(essentials_video2?|agent_link_url_[123]|url|embed)":"(?=demo\/)/g,
        `$&https://api.portico.example/media/${tenant}/`,
      );
    },
  },
  {
    // Last, as others look for fields in their former order.
    reason: 'Exported buildings, agents and deals have their fields in the order of answers',
    since: '0.4.0',
    applyToOutput: (command, output) => {
      const group = GROUPS[/\w+(?=\.ndjson$)/.exec(command)?.[0] ?? ''];
      if (group === undefined) return output;
      return output.replaceAll(/^\{.*\}$/gm, (line) => inOrder(line, group));
    },
  },
];

const SERVICES = ['ac', 'cableinternet', 'electricity', 'gas', 'heat', 'water'];
const OF_AGENTS_ALONE = 'listingslink presslink searchwithmelink teamid testimoniallink'.split(' ');
const OF_DEALS = 'id client_id listing_id address price status date'.split(' ');
const FLAGS: readonly string[] = BUILDING_FLAGS;

/** The group of a field: groups follow each other, and each is in the order of the alphabet. */
const GROUPS: Readonly<Record<string, (field: string) => number>> = {
  buildings: (field) => (FLAGS.includes(field) ? 0 : SERVICES.includes(field) ? 1 : 2),
  agents: (field) => (OF_AGENTS_ALONE.includes(field) ? 1 : 0),
  deals: (field) => OF_DEALS.indexOf(field),
};

function inOrder(line: string, group: (field: string) => number): string {
  const fields = Object.entries(JSON.parse(line) as Json).sort(
    ([one], [other]) => group(one) - group(other) || (one < other ? -1 : 1),
  );
  return JSON.stringify(Object.fromEntries(fields));
}

/** An answer with another text in its body, which is as much longer as its length says. */
function withBody(answer: Answer, pattern: RegExp, text: string): Answer {
  const body = answer.body.replaceAll(pattern, text);
  const { 'content-length': length, ...headers } = answer.headers;
  // Where the length varies with the moment, the comparison leaves it out.
  if (!/^\d+$/.test(length ?? '')) return { ...answer, body };
  const longer = Buffer.byteLength(body) - Buffer.byteLength(answer.body);
  return {
    ...answer,
    headers: { ...headers, 'content-length': `${Number(length) + longer}` },
    body,
  };
}
