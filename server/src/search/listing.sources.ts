import type { Call } from '../api/endpoint.js';
import { ParamProblem } from '../api/params.js';
import type { AnswerContext } from '../api/request-context.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import type { FeedChoice } from './params/listing.more-params.js';

/** A database that listings are searched in, and what its records need to know. */
export interface ListingSource {
  readonly database: TenantDatabase;
  readonly context: AnswerContext;
}

/** Which databases a search looks into. */
export interface SourceChoice {
  readonly isMLS: FeedChoice;
  readonly isRLS: FeedChoice;
}

/**
 * The databases that a search looks into, the brokerage's own first; none where a feed is searched that
 * is not attached. R280.
 *
 * @throws ParamProblem when both feeds are named (R96).
 */
export function searchedSources(call: Call, { isMLS, isRLS }: SourceChoice): ListingSource[] {
  if (isMLS !== 'own' && isRLS !== 'own') {
    throw new ParamProblem(
      'isMLS',
      isMLS === 'both' ? 'include' : 'true',
      'one of isMLS and isRLS',
    );
  }
  const own = { database: call.tenant.database, context: call.context };
  if (isMLS === 'own' && isRLS === 'own') return [own];
  const kind = isMLS === 'own' ? 'rls' : 'mls';
  const feed = feedSource(call, kind);
  const choice = isMLS === 'own' ? isRLS : isMLS;
  return [...(choice === 'both' ? [own] : []), ...(feed === undefined ? [] : [feed])];
}

/** An attached feed; undefined if there is none. */
export function feedSource(call: Call, kind: 'mls' | 'rls'): ListingSource | undefined {
  const database = call.tenant.feeds[kind];
  return database === undefined ? undefined : { database, context: call.feedContext(kind) };
}
