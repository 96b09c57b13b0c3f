import { createHash } from 'node:crypto';
import { isObject } from 'portico-importer/column.js';
import { TransferRefused } from 'portico-importer/errors.js';
import { unknownMembers } from 'portico-importer/field-rule.js';
import { checkMapping, type Mapping, yamlObject } from 'portico-importer/mapping.js';
import { removalRule } from 'portico-importer/row-filter.js';
import { isSourceName, SOURCE_ACCEPTS } from 'portico-importer/source-key.js';
import { quoted } from 'portico-importer/text.js';
import type { Credentials } from './credentials.js';
import type { Dialect } from './dialects.js';
import { DIALECTS } from './dialects.js';
import {
  addressHiding,
  HIDE_ADDRESS,
  keyColumn,
  mergedMapping,
  type Resources,
  type Values,
  withoutFilter,
} from './pull-mapping.js';
import type { PullTexts } from './pull-texts.js';

/** A resource of a source, and what becomes of its records. */
export interface PulledResource {
  /** As the source calls it: `Property`. */
  readonly name: string;
  /** The field that holds the key of a record. */
  readonly key: string;
  /** The field that finds single records. */
  readonly lookupField: string;
  readonly expand: string | undefined;
  /** Has no filter: what it does not take is removed, as a record may change into such a one. */
  readonly mapping: Mapping;
  /** Whether a record hides its address, as far as that can be read. */
  readonly hidesAddress: (record: Values) => boolean;
  /** Names the mapping and what is read: with another one all records are read again. */
  readonly digest: string;
}

export interface PullFile {
  readonly source: string;
  readonly dialect: Dialect;
  readonly base: URL;
  readonly credentials: Credentials;
  /** Further members of `from`, for the dialect. */
  readonly settings: Readonly<Record<string, string>>;
  /** Whether pictures are fetched; else visitors are led to their addresses. */
  readonly fetchesPictures: boolean;
  /** How many records a page is requested to have. */
  readonly page: number;
  /** In the order of the file, in which they are read. */
  readonly resources: readonly PulledResource[];
}

/** The secret of a variable that the file names; undefined where it is not set. */
export type SecretOf = (variable: string) => string | undefined;

/** Reads and checks the file of a pull. @throws TransferRefused with every problem. */
export async function readPullFile(
  texts: PullTexts,
  resources: Resources,
  secretOf: SecretOf,
): Promise<PullFile> {
  const problems: string[] = [];
  const { path, file } = texts;
  const value = file.problem ?? yamlObject(file.text);
  if (typeof value === 'string') throw new TransferRefused([`${path}: ${value}`]);
  problems.push(...unknownMembers(value, ['source', 'from', 'take', 'remove', 'pictures']));
  const { source } = value;
  if (!isSourceName(source)) problems.push(`source: ${quoted(source)} is not ${SOURCE_ACCEPTS}`);
  const { pictures } = value;
  if (pictures !== undefined && pictures !== 'fetch') {
    problems.push(`pictures: ${quoted(pictures)} is not fetch`);
  }
  const from = fromOf(value.from, secretOf, problems);
  const takes = isObject(value.take) ? Object.entries(value.take) : [];
  // Merged with those of the dialect and of mappings, one that is no table would be lost.
  for (const part of [value, ...Object.values(isObject(value.take) ? value.take : {})]) {
    if (isObject(part) && 'remove' in part)
      problems.push(...removalRule(part.remove ?? '').problems);
  }
  if (takes.length === 0)
    problems.push('take: is missing; it names the resources, such as Property:');
  const pulled: PulledResource[] = [];
  for (const [name, spec] of takes) {
    const dropsOpenHouses = name !== OPEN_HOUSE && takes.some(([one]) => one === OPEN_HOUSE);
    const context = { texts, resources, source, remove: value.remove, from, dropsOpenHouses };
    const { resource, problems: ofOne } = await resourceOf(name, spec, context);
    problems.push(...ofOne.map((problem) => `take: ${name}: ${problem}`));
    if (resource === undefined) continue;
    const kind = resource.mapping.resource;
    // The keys of open houses are not compared.
    const isCompared = (one: PulledResource) =>
      one.mapping.resource === kind && one.name !== OPEN_HOUSE;
    const other = name === OPEN_HOUSE ? undefined : pulled.find(isCompared);
    if (other === undefined) pulled.push(resource);
    else {
      const loss = 'comparing the keys of one would remove the records of the other';
      problems.push(`take: ${name}: makes ${kind}, as ${other.name} does: ${loss}`);
    }
  }
  if (problems.length > 0 || from === undefined || !isSourceName(source)) {
    throw new TransferRefused(problems.map((problem) => `${path}: ${problem}`));
  }
  const fetchesPictures = pictures === 'fetch' || from.dialect.pictures !== undefined;
  return { ...from, source, resources: pulled, fetchesPictures };
}

const FROM = [
  'dialect',
  'url',
  'token',
  'token_url',
  'client_id',
  'client_secret',
  'scope',
  'page',
];

/** Reads `from`. */
function fromOf(value: unknown, secretOf: SecretOf, problems: string[]) {
  const from = isObject(value) ? value : {};
  const wrong = (problem: string) => void problems.push(`from: ${problem}`);
  const names = Object.keys(DIALECTS);
  const name = names.find((one) => one === from.dialect) as keyof typeof DIALECTS | undefined;
  if (name === undefined) {
    wrong(`dialect: ${quoted(from.dialect)} is unknown; accepted are ${names.join(', ')}`);
    return undefined;
  }
  const dialect: Dialect = DIALECTS[name];
  for (const problem of unknownMembers(from, [...FROM, ...dialect.needs])) wrong(problem);
  const settings: Record<string, string> = {};
  for (const need of dialect.needs) {
    const setting = from[need];
    if (typeof setting === 'string' && setting !== '') settings[need] = setting;
    else wrong(`${need}: is missing; ${name} needs it`);
  }
  const base = addressOf('url', from.url, wrong);
  const credentials = credentialsOf(from, secretOf, wrong);
  const { most } = dialect.page;
  const { page = most } = from as { readonly page?: number };
  if (!(Number.isInteger(page) && page >= 1 && page <= most)) {
    wrong(`page: ${quoted(page)} is not a whole number from 1 to ${most}`);
  }
  if (base === undefined || credentials === undefined) return undefined;
  if (!base.pathname.endsWith('/')) base.pathname += '/';
  return { dialect, base, credentials, settings, page };
}

function credentialsOf(
  { token, token_url, client_id, client_secret, scope }: Values,
  secretOf: SecretOf,
  wrong: (problem: string) => void,
): Credentials | undefined {
  if ((token === undefined) === (token_url === undefined)) {
    wrong('needs either token, or token_url with client_id and client_secret');
    return undefined;
  }
  const secret = (name: string, value: unknown) => {
    const [, variable] = /^\$([A-Za-z_][A-Za-z0-9_]*)$/.exec(String(value)) ?? [];
    // What was written in place of a name may be the secret itself.
    if (variable === undefined) wrong(`${name}: is not the name of a variable, such as $TOKEN`);
    const found = (variable && secretOf(variable))?.trim() ?? '';
    if (variable !== undefined && !/^[!-~]+$/.test(found)) {
      wrong(`${name}: the variable ${variable} is not set, or holds no secret`);
    }
    return found;
  };
  if (token !== undefined) return { token: secret('token', token) };
  const clientSecret = secret('client_secret', client_secret);
  const clientId = String(client_id).startsWith('$') ? secret('client_id', client_id) : client_id;
  if (typeof clientId !== 'string') wrong('client_id: is missing');
  const tokenUrl = addressOf('token_url', token_url, wrong);
  if (scope !== undefined && typeof scope !== 'string') wrong('scope: is not text');
  if (tokenUrl === undefined) return undefined;
  return { tokenUrl, clientSecret, clientId: String(clientId), scope: scope as string | undefined };
}

function addressOf(
  name: string,
  value: unknown,
  wrong: (problem: string) => void,
): URL | undefined {
  const url = URL.canParse(String(value)) ? new URL(String(value)) : undefined;
  const isPlain = url?.username === '' && url.password === '' && url.search === '';
  if (isPlain && (url?.protocol === 'https:' || url?.protocol === 'http:')) return url;
  wrong(`${name}: is not a URL of https without a user name, password or query`);
  return undefined;
}

interface Context {
  readonly texts: PullTexts;
  readonly resources: Resources;
  readonly source: unknown;
  readonly remove: unknown;
  readonly from: Pick<PullFile, 'dialect' | 'base' | 'settings'> | undefined;
  /** Whether open houses come from another resource. */
  readonly dropsOpenHouses: boolean;
}

/** The resource of open houses. Its records are no listings, and become fields of those. */
export const OPEN_HOUSE = 'OpenHouse';

const TAKE = ['map', 'expand', 'fields', 'also', 'only', 'skip', 'remove'];

async function resourceOf(
  name: string,
  spec: unknown,
  context: Context,
): Promise<{ readonly resource?: PulledResource; readonly problems: readonly string[] }> {
  if (!/^[A-Za-z][A-Za-z0-9_]{0,99}$/.test(name)) return { problems: ['is not a name'] };
  if (!isObject(spec)) return { problems: ['is not an object with map:'] };
  const isOpenHouse = name === OPEN_HOUSE;
  const unknown = unknownMembers(spec, isOpenHouse ? ['map', 'fields'] : TAKE);
  const { map, expand } = spec;
  if (typeof map !== 'string') return { problems: [...unknown, 'map: is missing'] };
  if (expand !== undefined && !(typeof expand === 'string' && /^[A-Za-z,_ ]+$/.test(expand))) {
    return { problems: [...unknown, 'expand: is not a list of names, such as Media'] };
  }
  const text = await context.texts.mapping(map);
  const base = text.problem ?? yamlObject(text.text);
  if (typeof base === 'string') return { problems: [...unknown, `map: ${map}: ${base}`] };
  const { from, resources } = context;
  const dropped = context.dropsOpenHouses ? { open_houses: null } : {};
  const own = { ...spec, fields: { ...(spec.fields as object | undefined), ...dropped } };
  const merged = mergedMapping(name, base, own, { ...context, dialect: from?.dialect });
  const { mapping, problems } = checkMapping(merged, resources);
  if (mapping === undefined || problems.length + unknown.length > 0) {
    return { problems: [...unknown, ...problems] };
  }
  const [identity = ''] = resources.get(mapping.resource)?.identity ?? [];
  const key = keyColumn((merged.fields as Values)[identity]);
  if (key === undefined) {
    const why = 'removals and comparisons need the key as the source has it';
    return { problems: [`fields: ${identity}: is not { key: <field> } and nothing more: ${why}`] };
  }
  const digest = createHash('sha256')
    .update(JSON.stringify([merged, expand, from?.base.href, from?.settings]))
    .digest('hex');
  const lookupField = from?.dialect.lookupFields?.[name] ?? key;
  // What says that an open house is gone must not remove its listing.
  const taking = isOpenHouse
    ? { ...mapping, filter: undefined, removes: undefined }
    : withoutFilter(mapping);
  const hidesAddress = addressHiding((merged.fields as Values)[HIDE_ADDRESS]);
  const resource = { name, key, lookupField, expand, mapping: taking, hidesAddress, digest };
  return { resource, problems: [] };
}
