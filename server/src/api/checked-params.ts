import { byName } from '../lib/names.js';
import { type Code, codes } from './envelopes.js';
import { ParamProblem, type Params, readParam, type Values } from './params.js';

/** Why a write is not done: one of the codes, and words that name what failed. */
export interface Refusal {
  readonly code: Code;
  readonly message: string;
}

/** Parameters of a write, of which some may be malformed. */
export interface Asked<P extends Params> {
  /** What was given; a malformed one is as if it were not given. */
  readonly values: Values<P>;
  /** Those that are malformed. */
  readonly problems: ReadonlyMap<keyof P & string, ParamProblem>;
}

/**
 * As `paramReader`, for endpoints that answer with several codes: a malformed parameter must not
 * hide that another one, whose code comes before, is missing (R63).
 */
export function leniently<P extends Params>(
  params: P,
): (raw: Readonly<Record<string, unknown>>) => Asked<P> {
  const declared = Object.entries(params);
  return (raw) => {
    const given = byName(raw);
    const values: Record<string, unknown> = {};
    const problems = new Map<string, ParamProblem>();
    for (const [name, param] of declared) {
      values[name] = param.fallback;
      try {
        values[name] = readParam(name, param, given);
      } catch (error) {
        if (!(error instanceof ParamProblem)) throw error;
        problems.set(name, error);
      }
    }
    return { values: values as Values<P>, problems };
  };
}

/**
 * What is wrong with the parameters as they stand.
 *
 * @param required The code for the absence of each parameter that must be there.
 * @param malformed The code of malformed parameters that have one of their own.
 */
export function problemsOf<P extends Params>(
  asked: Asked<P>,
  required: Partial<Record<keyof P & string, Code>>,
  malformed: Partial<Record<keyof P & string, Code>> = {},
): Refusal[] {
  const found: Refusal[] = [];
  for (const [name, code] of Object.entries(required) as [keyof P & string, Code][]) {
    if (asked.values[name] === undefined && !asked.problems.has(name)) {
      found.push({ code, message: `${name} is required.` });
    }
  }
  for (const [name, problem] of asked.problems) {
    found.push({ code: malformed[name] ?? codes.valueMalformed, message: problem.message });
  }
  return found;
}

/** The refusal whose code comes first (R63); the earliest of several with one code. */
export function firstOf(refusals: readonly Refusal[]): Refusal | undefined {
  return [...refusals].sort((one, other) => Number(one.code) - Number(other.code))[0];
}
