import { parse } from 'node:querystring';
import { isDeepStrictEqual } from 'node:util';
import {
  items,
  MALFORMED,
  type Param,
  ParamProblem,
  type Params,
  UnknownParam,
} from '../../api/params.js';
import { paramReader, type Raw, valuesGiven } from '../../api/read-params.js';
import { lowerCased } from '../../lib/names.js';
import { checkFeeds } from '../../search/listing.source-filters.js';
import {
  ANSWER_NAMES,
  checkSearch,
  type SearchValues,
  searchParams,
} from '../../search/params/listing.params.js';

/** The parameters of `/properties` that say how an answer looks or where it begins, and not what is searched for. R341. */
const DROPPED: ReadonlySet<string> = new Set([...ANSWER_NAMES, 'similar', 'updatedSince']);

const params: Params = searchParams;
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.keys(params).map((name) => [lowerCased(name), name]),
);

/** The most names that an answer says were dropped, and how much of each. */
const MOST_DROPPED = 50;
const SHOWN = 80;

export interface CanonicalQuery {
  /** The text in which it is kept. */
  readonly query: string;
  /** The names of parameters that were not kept. */
  readonly dropped: readonly string[];
}

const readParams = paramReader(searchParams);

/** What `/properties` would read. @throws ParamProblem where it would refuse. */
function valuesOf(raw: Raw): SearchValues {
  const values = readParams(raw);
  checkSearch(values);
  checkFeeds(values);
  return values;
}

/** By a limit, Node.js would pass over names without a word. Half a character has no form in a query string. */
function rawOf(query: string): Raw {
  const whole = query.trim().replaceAll(/\p{Surrogate}/gu, '\uFFFD');
  return parse(whole.replace(/^\?/, ''), '&', '=', { maxKeys: 0 });
}

/**
 * Brings a query string of `/properties` into the one form in which searches are kept: known names in their order, each
 * value in its plainest form, and nothing that is the default.
 *
 * @throws ParamProblem where `/properties` would refuse it.
 */
export function canonicalQuery(text: string): CanonicalQuery {
  const raw = rawOf(text);
  const values = valuesOf(raw);
  // Without a distance it only says from where to sort.
  const isKept = (name: string) =>
    !DROPPED.has(name) && (name !== 'near' || values.within !== undefined);
  const dropped = new Set<string>();
  for (const spelling of Object.keys(raw)) {
    const name = NAMES.get(lowerCased(spelling));
    if (name === undefined || !isKept(name)) dropped.add(name ?? spelling.slice(0, SHOWN));
  }
  const pairs: string[] = [];
  for (const [name, param] of Object.entries(params)) {
    const texts = isKept(name) ? valuesGiven(raw, lowerCased(name)) : [];
    if (texts.length === 0) continue;
    const given = param.repeats === true ? texts.join(',') : String(texts[0]);
    const plain = plainText(param, given, values[name as keyof SearchValues]);
    if (plain !== undefined) pairs.push(`${name}=${encoded(plain)}`);
  }
  return { query: pairs.join('&'), dropped: [...dropped].slice(0, MOST_DROPPED) };
}

/** What a stored search asks. @throws ParamProblem where this release does not understand it. */
export function searchOf(query: string): SearchValues {
  const raw = rawOf(query);
  for (const name of Object.keys(raw)) {
    if (!NAMES.has(lowerCased(name))) throw new UnknownParam(name, []);
  }
  return valuesOf(raw);
}

/** The plainest text that is read as this value; undefined where it is the default. */
function plainText(param: Param<unknown>, given: string, value: unknown): string | undefined {
  const isSame = (one: unknown) => isDeepStrictEqual(inOrder(one), inOrder(value));
  if (isSame(param.fallback)) return undefined;
  const lower = given.trim().toLowerCase();
  const list = items(lower);
  const candidates = [
    String(inOrder(value)),
    'true',
    ...(param.repeats === true ? [[...new Set(list)].sort().join(','), list.join(',')] : [lower]),
  ];
  return (
    candidates.find((text) => isSame(readQuietly(param, text))) ?? given.trim().replace(/\s+/g, ' ')
  );
}

function readQuietly(param: Param<unknown>, text: string): unknown {
  try {
    return param.parse(text);
  } catch (error) {
    if (error instanceof ParamProblem) return MALFORMED;
    throw error;
  }
}

/** A list without its order, in which no filter looks at it. */
function inOrder(value: unknown): unknown {
  if (!Array.isArray(value)) return value;
  if (value.every((item) => typeof item === 'number')) return value.toSorted((a, b) => a - b);
  const key = (item: unknown) => JSON.stringify(item);
  return value.toSorted((one, other) => (key(one) < key(other) ? -1 : 1));
}

/** Encoded for a query string, with commas as people write them. */
function encoded(text: string): string {
  return encodeURIComponent(text).replaceAll('%2C', ',');
}
