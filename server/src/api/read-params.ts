import { type ByName, byName, lowerCased } from '../lib/names.js';
import { codes, Failure } from './envelopes.js';
import {
  type Given,
  MALFORMED,
  type Param,
  ParamProblem,
  type Params,
  type RequiredParam,
  UnknownParam,
  type Values,
} from './params.js';

/** Parameters as they came: the query string, and on a write the body over it. */
export type Raw = Readonly<Record<string, unknown>>;

/** In how many letter cases one call may spell a name, and how many values it may give it (R9, R15). */
const MOST_SPELLINGS = 16;
const MOST_VALUES = 1000;

/**
 * Prepares declarations for reading; done once per endpoint. A minimum must not be above its maximum (R22): two
 * names that differ in `Min` and `Max`, or `min` and `max` at the beginning, only.
 *
 * @returns A function from the raw parameters, as a query string or a body gave them, to values.
 * It throws ParamProblem at the first parameter that is malformed. Files are left out.
 */
export function paramReader<P extends Params>(params: P): (raw: Raw) => Values<P> {
  const names = Object.keys(params);
  const declared = new Map(
    withoutFiles(params).map(([name, param]) => [lowerCased(name), { name, param }]),
  );
  const ranges = names
    .map((name) => [name, name.replace('Min', 'Max').replace(/^min/, 'max')] as const)
    .filter(([least, most]) => most !== least && most in params);
  const fallbacks = Object.fromEntries(names.map((name) => [name, params[name]?.fallback]));
  return (raw) => {
    const values: Record<string, unknown> = { ...fallbacks };
    const present: [name: string, param: Param<unknown>, texts: readonly string[]][] = [];
    for (const [key, spelled] of byName(raw)) {
      const one = declared.get(key);
      if (one === undefined) continue;
      const texts = textsOf(one.name, one.param, spelled);
      if (texts.length > 0) present.push([one.name, one.param, texts]);
    }
    for (const [name, param, texts] of present) {
      const value = parseTexts(name, param, texts);
      // An empty list, like a 0 that means none, counts as missing.
      if (value !== undefined) values[name] = value;
    }
    checkRanges(values, ranges);
    return values as Values<P>;
  };
}

/** Reads one parameter, or its fallback when it is missing. @throws ParamProblem when it is malformed. */
export function readParam(name: string, param: Param<unknown>, raw: ByName): unknown {
  const spelled = raw.get(lowerCased(name));
  const texts = spelled === undefined ? [] : textsOf(name, param, spelled);
  const value = texts.length === 0 ? undefined : parseTexts(name, param, texts);
  return value === undefined ? param.fallback : value;
}

function parseTexts(name: string, param: Param<unknown>, texts: readonly string[]): unknown {
  const [first = ''] = texts;
  if (param.repeats !== true && texts.some((text) => text !== first)) {
    throw new ParamProblem(name, param.secret === true ? undefined : texts.join(', '), 'one value');
  }
  const text = param.repeats === true ? texts.join(',') : first;
  const value = param.parse(text);
  if (value === MALFORMED) {
    throw new ParamProblem(name, param.secret === true ? undefined : text, param.accepts);
  }
  return value;
}

/** The texts of a parameter: a form or query gives text, JSON also numbers, booleans and lists. */
function textsOf(name: string, param: Param<unknown>, spelled: readonly unknown[]): string[] {
  const texts: string[] = [];
  const add = (value: unknown): void => {
    if (isEmpty(value)) return;
    if (typeof value !== 'object') texts.push(String(value));
    else if (param.objectAsText !== true || Array.isArray(value)) {
      throw new ParamProblem(name, undefined, param.accepts);
    } else texts.push(JSON.stringify(value));
  };
  if (spelled.length > MOST_SPELLINGS) {
    throw new ParamProblem(name, undefined, `a name in at most ${MOST_SPELLINGS} spellings`);
  }
  for (const value of spelled) {
    if (!Array.isArray(value)) add(value);
    else if (texts.length + value.length > MOST_VALUES) {
      throw new ParamProblem(name, undefined, `a list of at most ${MOST_VALUES} values`);
    } else if (param.listAsText === true && value.every(isPlain)) texts.push(JSON.stringify(value));
    else for (const item of value) add(item);
  }
  return texts;
}

function isPlain(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

/** Whether a raw value counts as missing. R8. */
export function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || (typeof value === 'string' && value.trim() === '')
  );
}

/** The values of a parameter that are more than blank, as they came; its name in lower case. */
export function valuesGiven(raw: Raw, name: string): readonly unknown[] {
  return (byName(raw).get(name) ?? []).flat().filter((value) => !isEmpty(value));
}

/** Parameters that every endpoint takes: those of the gate. */
const CREDENTIALS = ['apiKey', 'stamp', 'token'];

/** The names of parameters that identify the caller and are made for one call, in lower case. */
export const CREDENTIAL_NAMES: ReadonlySet<string> = new Set(CREDENTIALS.map(lowerCased));

/** Refuses a parameter that the endpoint does not have, an empty one too (R331). @throws ParamProblem */
export function refuseUnknown(params: Params, raw: Raw): void {
  const names = [...Object.keys(params), ...CREDENTIALS];
  const known = new Set(names.map(lowerCased));
  for (const name of Object.keys(raw)) {
    if (!known.has(lowerCased(name))) throw new UnknownParam(name, names);
  }
}

/** The parameters that are read here: an endpoint reads its files itself. */
function withoutFiles<P extends Params>(params: P): [name: string, param: Param<unknown>][] {
  return Object.entries(params).filter(([, { file }]) => file === undefined);
}

/** Parameters of an endpoint that has several codes. */
export interface CheckedParams<P extends Params> {
  /** The values of the call; a malformed one counts as missing. */
  readonly values: Given<P>;
  /** What is missing or malformed. */
  readonly failures: readonly Failure[];
  /** The failure of a parameter that only some calls require: undefined unless it is missing. */
  readonly missing: (name: keyof P & string) => Failure | undefined;
}

/**
 * As `paramReader`, for endpoints that answer with several codes: a malformed parameter must not
 * hide that another one, whose code comes before, is missing (R63). Files are left out.
 */
export function checkedParamReader<P extends Params>(params: P): (raw: Raw) => CheckedParams<P> {
  const declared = withoutFiles(params);
  return (raw) => {
    const source = byName(raw);
    const values: Record<string, unknown> = {};
    const failures: Failure[] = [];
    const malformed = new Set<string>();
    const missing = (name: string, code: Failure['code'] = codes.fieldMissing) =>
      values[name] === undefined && !malformed.has(name)
        ? new Failure(code, `${name} is required.`)
        : undefined;
    for (const [name, param] of declared) {
      values[name] = param.fallback;
      try {
        values[name] = readParam(name, param, source);
      } catch (error) {
        if (!(error instanceof ParamProblem)) throw error;
        malformed.add(name);
        failures.push(new Failure(param.malformed ?? codes.valueMalformed, error.message));
      }
      if (!('required' in param)) continue;
      const failure = missing(name, (param as RequiredParam<unknown>).required);
      if (failure !== undefined) failures.push(failure);
    }
    return { values: values as Given<P>, failures, missing };
  };
}

/** Refuses a minimum above its maximum. @throws ParamProblem */
export function checkRanges(
  values: Readonly<Record<string, unknown>>,
  pairs: readonly (readonly [least: string, most: string])[],
): void {
  for (const [least, most] of pairs) {
    const from = values[least];
    const to = values[most];
    if (typeof from === 'number' && typeof to === 'number' && from > to) {
      throw new ParamProblem(least, String(from), `a number up to ${most}, which is ${to}`);
    }
  }
}

/** A complete file of a multipart form. It keeps nothing that the sender says about the file. */
export class Upload {
  constructor(readonly bytes: Buffer) {}
}
