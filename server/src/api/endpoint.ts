import type { FastifyRequest } from 'fastify';
import type { RecordBody } from 'portico-importer/record-body.js';
import type { Static, TSchema } from 'typebox';
import { lowerCased } from '../lib/names.js';
import type { Limits } from '../limits/counters.js';
import type { Scope } from '../store/directory/key-directory.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import type { Tenant } from '../store/tenant-databases.js';
import { type Code, Failure } from './envelopes.js';
import type { Params, Values } from './params.js';
import { type CheckedParams, checkedParamReader, paramReader, type Raw } from './read-params.js';
import type { AnswerContext } from './request-context.js';
import type { Tools } from './tools.js';

/**
 * Who may enter a route:
 * - `open`: everybody, without a key;
 * - `key`: a key enabled for the website;
 * - `signed`: like `key`, and a private-access key also needs a signature;
 * - `private`: like `key` at the gate; the route answers a key without private access with an Error
 *   envelope and HTTP 200 (R54);
 * - `partner`: a key with the scope `website` or `marketplace`, in the query string or the header, and HTTP Basic;
 * - `manage`: a key for managing records, in the header `X-API-Key` only.
 *
 * R45, R48, R53, R250.
 */
type Access = 'open' | 'key' | 'signed' | 'private' | 'partner' | 'manage';

declare module 'fastify' {
  interface FastifyContextConfig {
    access: Access;
    /** A key needs one of these scopes; by default those of the access class. */
    scopes?: readonly Scope[];
    /**
     * An `open` route without data that also answers plain HTTP: a process manager or load balancer
     * calls the server directly, past the proxies.
     */
    plainHttp?: true;
  }
}

const WEBSITE: readonly Scope[] = ['website'];
const KNOWS_OF_PATHS: readonly Scope[] = ['website', 'manage'];
const SCOPES_OF: { readonly [Name in Access]?: readonly Scope[] } = {
  partner: ['website', 'marketplace'],
  manage: ['manage'],
};

/**
 * The access class of the matched route. It is data on the route object and never guessed from the URL,
 * so no spelling of a path reaches a route under another class. An unknown path, and a route without a
 * class, is closed like `key`.
 */
export function accessOf(request: FastifyRequest): Access {
  const declared: Access | undefined = request.routeOptions.config?.access;
  return declared ?? 'key';
}

/** Whether the matched route answers plain HTTP too; only an `open` route can. */
export function isOverPlainHttp(request: FastifyRequest): boolean {
  return accessOf(request) === 'open' && request.routeOptions.config?.plainHttp === true;
}

/** The scopes of the matched route; a key needs one of them. */
export function scopesOf(request: FastifyRequest): readonly Scope[] {
  // So that a key that manages records hears of a misspelled path, and not that it is no good.
  if (request.is404) return KNOWS_OF_PATHS;
  const declared = request.routeOptions.config?.scopes;
  return declared ?? SCOPES_OF[accessOf(request)] ?? WEBSITE;
}

/** What an endpoint's function works with: its caller's tenant and nothing beyond (R2). */
export interface Call<Segment extends number | undefined = number | undefined> {
  /** The database that the key is bound to, its settings, and the feeds attached to it. */
  readonly tenant: Tenant;
  /** The parameters as they came, for what is read of them by hand: files, say. */
  readonly raw: Raw;
  /** The whole number in the path, on paths that have one. */
  readonly segment: Segment;
  /** The kind of record in the path, in lower case and not checked, on paths that have one. */
  readonly kind: string | undefined;
  /** Whether its errors have statuses of HTTP, as its caller asked for (R331). */
  readonly strict: boolean;
  /** The header `If-Match`: the entity tag that a record must have to be written. */
  readonly ifMatch: string | undefined;
  readonly records: RecordBody | undefined;
  /** What the records of the tenant's own database need to know. */
  readonly context: AnswerContext;
  /** Who calls: the key by its number, and on `partner` endpoints the marketplace by its name. */
  readonly caller: {
    readonly keyId: number;
    /** The first characters of the key, its public id. */
    readonly keyPrefix: string;
    readonly privateAccess: boolean;
    readonly scopes: ReadonlySet<Scope>;
    /** How many calls its key may make in a second, and at the same time. */
    readonly limits: Limits;
    readonly partner: string | undefined;
  };
  /** Identifies the program and settings that the answer is made from, on reads that have a tag. */
  readonly settingsId: string | undefined;
  /** The revisions that were read for the tag, by database: what is read from here on is at least so new. */
  readonly revisions?: ReadonlyMap<TenantDatabase, number> | undefined;
  readonly tools: Tools;
  /**
   * Runs what cannot be undone, such as the removal of a file, once the call's writes are committed: at
   * once, except under an `Idempotency-Key` (R225).
   */
  readonly afterCommit: (work: () => Promise<void>) => Promise<void>;
  /** The same as `context` for the records of an attached feed. */
  readonly feedContext: (kind: 'mls' | 'rls') => AnswerContext;
}

/**
 * One endpoint, whole: where it is, who may call it, its parameters, its answer, and the
 * function that does it. Routes, OpenAPI document and tests are made from the list of these.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** The path as it is documented, such as `/properties/{id}`. */
  readonly path: string;
  readonly access: Access;
  /**
   * Given on a GET that changes something: a HEAD of it, by which programs look at links ahead of
   * people, is then unknown instead of doing the same (R11).
   */
  readonly changes?: true;
  /** Given on a POST that changes nothing. */
  readonly readOnly?: true;
  /** What its answer changes with; given on reads that may be answered with 304. */
  readonly freshness?: 'data' | 'data and views' | 'data and minute' | 'settings and key';
  /** On paths with `{kind}`: the kinds whose answers have a tag; the others always answer in full. */
  readonly taggedKinds?: ReadonlySet<string>;
  /**
   * Given on reads whose answers are not cached: they are seldom requested twice, or turn with the clock
   * while their tag does not.
   */
  readonly uncached?: true;
  /** The codes of failure that it answers with, besides those of missing and malformed parameters. */
  readonly codes?: readonly Code[];
  /** When it answers 410, in words for the documentation; where it does. */
  readonly gone?: string;
  /** The parameter, in lower case, that brings view counts into the answer; where one does. */
  readonly viewsWith?: string;
  /** The parameter, in lower case, that brings into the answer when sources were last read; where one does. */
  readonly refreshedWith?: string;
  /** The family it belongs to, for the documentation. */
  readonly tag: string;
  /** Whether it is beyond the interface that websites know from elsewhere. */
  readonly addition?: boolean;
  /** What programs call it: the name of its function in a generated client. It never changes. */
  readonly operation: string;
  readonly summary: string;
  /** What a developer has to know to call it, in whole sentences. */
  readonly description: string;
  /** What `{id}` or `{count}` stands for; on paths that have one. */
  readonly segment?: string;
  /** What `{kind}` may be; on paths that have one. */
  readonly kinds?: readonly string[];
  readonly params: Params;
  /** Parameters that `handle` itself refuses to do without; others are declared `required`. */
  readonly requires?: readonly string[];
  /** The schema of an answer to a call that was understood. */
  readonly answer: TSchema;
  readonly handle: (call: Call) => Promise<unknown>;
  /**
   * The answer without a match, given on searches whose fields a malformed call is answered with, too:
   * pages in the field read the list without looking at `STATUS` (R176).
   */
  readonly emptyPage?: EmptyPage;
  /**
   * `json`: the endpoint takes its parameters only from a JSON body, and no form; `records`: its body
   * is records, which are read in portions, and its parameters stand in the query string.
   */
  readonly body?: 'json' | 'records';
  /** Given when the answer is a line of JSON for each record, made while it is sent. */
  readonly lines?: true;
  /**
   * Answers what is malformed, a body or a parameter, where that is not done by the standard envelope.
   * The status is 413 for a body that is too large.
   */
  readonly unreadable?: (call: Call, words: string, status: 400 | 413) => Promise<unknown>;
}

/** The fields of a page that has no match. */
export type EmptyPage<Name extends string = string> = Readonly<Record<Name, 0 | readonly []>>;

/**
 * The parameters of an endpoint that are files, in lower case. An endpoint that has such takes
 * multipart forms, and larger bodies than others.
 */
export function fileNames({ params }: Endpoint, kind: 'upload' | 'base64'): readonly string[] {
  const names = Object.keys(params).filter((name) => params[name]?.file === kind);
  return names.map(lowerCased);
}

/** Whether a website may send an `Idempotency-Key` (R225). */
export function takesIdempotencyKey({ method, readOnly }: Endpoint): boolean {
  return method !== 'GET' && readOnly !== true;
}

/** The names of the members that an object always has. */
type RequiredNames<Fields> = {
  [Name in keyof Fields]-?: Fields extends Record<Name, Fields[Name]> ? Name : never;
}[keyof Fields];

type Declaration<
  P extends Params,
  A extends TSchema,
  Segment,
  Found,
  Given extends keyof Endpoint = never,
> = Omit<Endpoint, 'segment' | 'params' | 'answer' | 'handle' | 'emptyPage' | Given> & {
  readonly segment?: Segment;
  readonly params?: P;
  readonly answer: A;
  readonly emptyPage?: EmptyPage<RequiredNames<Static<A>> & string>;
  /**
   * Given where the interface has several codes: what a call is answered with that is not done. All
   * parameters are read then, and of several failures the one whose code comes first is answered
   * (R63). Elsewhere the first malformed parameter is answered with code 256.
   */
  readonly onFailure?: (failure: Failure) => Static<A>;
  /** Finds failures that the parameters alone do not show. `handle` gets what it found in the data. */
  readonly check?: (
    call: CallWith<Segment>,
    params: CheckedParams<P>,
  ) => Promise<CheckResult<Found>>;
  readonly handle: (
    call: CallWith<Segment>,
    params: Values<P>,
    found: Found,
  ) => Promise<Static<A> | Failure | StatusAnswer | JsonText | RecordLines | TaggedJson>;
};

/** What the check of an endpoint found: failures, and data that its `handle` needs. */
export interface CheckResult<Found> {
  readonly failures: readonly (Failure | false | undefined)[];
  readonly found: Found;
}

type CallWith<Segment> = Call<Segment extends string ? number : undefined>;

/** Makes an endpoint. Its function gets the parameters as they are declared, read and checked. */
export function endpoint<
  A extends TSchema,
  P extends Params = Record<never, never>,
  Segment extends string | undefined = undefined,
  Found = undefined,
>(declaration: Declaration<P, A, Segment, Found>): Endpoint {
  const { params = {} as P, segment, onFailure, check, handle, ...rest } = declaration;
  const declared = { ...rest, params, ...(segment === undefined ? {} : { segment }) };
  const nothing = undefined as Found;
  if (onFailure === undefined) {
    const read = paramReader(params);
    const answer = async (call: Call) => handle(call as CallWith<Segment>, read(call.raw), nothing);
    return { ...declared, handle: answer };
  }
  const read = checkedParamReader(params);
  const answer = async (anyCall: Call) => {
    const call = anyCall as CallWith<Segment>;
    const checked = read(call.raw);
    const { failures, found } = (await check?.(call, checked)) ?? { failures: [], found: nothing };
    const failure = firstOf(
      [...checked.failures, ...failures].filter((one) => one instanceof Failure),
    );
    // Nothing failed, so all required parameters are there.
    const result = failure ?? (await handle(call, checked.values as Values<P>, found));
    return result instanceof Failure ? onFailure(result) : result;
  };
  return { ...declared, handle: answer };
}

/** What most reads are: for every key of a website, with answers that change with the records. */
const READ = { method: 'GET', access: 'key', freshness: 'data' } as const;

/** Makes an endpoint that is as most reads are (`READ`); its declaration says the rest. */
export function read<
  A extends TSchema,
  P extends Params = Record<never, never>,
  Segment extends string | undefined = undefined,
>(declaration: Declaration<P, A, Segment, undefined, keyof typeof READ>): Endpoint {
  return endpoint({ ...READ, ...declaration } as Declaration<P, A, Segment, undefined>);
}

/** The failure whose code comes first; the earliest of several with one code. */
function firstOf(failures: readonly Failure[]): Failure | undefined {
  return [...failures].sort((one, other) => Number(one.code) - Number(other.code))[0];
}

/** An answer with a status code of its own, as of `/marketplace` (R60), `/changes` (R193) and `/manage` (R255). */
export class StatusAnswer {
  constructor(
    readonly status: 400 | 404 | 405 | 410 | 412 | 413,
    readonly body: unknown,
    /** The entity tag of a record in the body. */
    readonly tag?: string,
  ) {}
}

/** An answer that is JSON already and has an entity tag that follows from it. */
export class TaggedJson {
  constructor(
    readonly text: string,
    readonly tag: string,
    /** Whether the tag stands for the whole text: only then may a caller that has it go without. */
    readonly isTagWhole: boolean,
  ) {}
}

/** An answer that is JSON already, put together by the endpoint out of records it had at hand. */
export class JsonText {
  constructor(readonly text: string) {}
}

/** Lines of JSON that are made while they are sent, as fast as the caller takes them. */
export class RecordLines {
  constructor(readonly lines: AsyncIterable<string>) {}
}
