import type { TSchema } from 'typebox';
import type { Client } from '../data/client-databases.js';
import type { Access } from '../gate/access.js';
import type { Params } from './params.js';
import type { AnswerContext } from './request-context.js';
import type { Tools } from './tools.js';

/** What an endpoint's function works with: its caller's client and nothing beyond (R2). */
export interface Call {
  /** The database that the key is bound to, its settings, and the feeds attached to it. */
  readonly client: Client;
  /** The parameters as they came: the query string, and on a write the body over it. */
  readonly raw: Readonly<Record<string, unknown>>;
  /** The whole number in the path; 0 on paths that have none. */
  readonly id: number;
  /** What the records of the client's own database need to know. */
  readonly context: AnswerContext;
  /** Who calls: the key by its number, and on `partner` endpoints the marketplace by its name. */
  readonly caller: {
    readonly keyId: number;
    readonly privateAccess: boolean;
    readonly partner: string | undefined;
  };
  /** Names the state of data and settings that the answer is made from, on reads that have a tag. */
  readonly version: string | undefined;
  readonly tools: Tools;
  /** The same as `context` for the records of an attached feed. */
  readonly feedContext: (kind: 'mls' | 'rls') => AnswerContext;
}

/**
 * One endpoint, whole: where it is, who may call it, what it may be asked, what it answers, and the
 * function that does it. Routes, OpenAPI document and tests are made from the list of these.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT';
  /** The path as it is documented, such as `/properties/{id}`. */
  readonly path: string;
  readonly access: Access;
  /**
   * Given on a GET that changes something: a HEAD of it, by which programs look at links ahead of
   * people, is then unknown instead of doing the same (R11).
   */
  readonly changes?: true;
  /** What its answer changes with; given on reads that may be answered with 304. */
  readonly freshness?: 'data' | 'data and minute';
  /** The parameter, in lower case, that brings view counts into the answer; where one does. */
  readonly viewsWith?: string;
  /** The family it belongs to, for the documentation. */
  readonly tag: string;
  readonly summary: string;
  /** What `{id}` or `{count}` stands for; on paths that have one. */
  readonly segment?: string;
  readonly params: Params;
  /**
   * The parameters that come as files of a multipart form (R12), as `Upload` in the raw parameters. Given,
   * the endpoint takes such forms, and larger bodies than others.
   */
  readonly uploads?: readonly string[];
  /** The parameters that are such files as Base64, in any kind of body. */
  readonly base64Uploads?: readonly string[];
  /**
   * Whether a call brings a file that takes time to be worked on, by its raw parameters; given where
   * one may. Other calls have a timeout.
   */
  readonly bringsFile?: (raw: Readonly<Record<string, unknown>>) => boolean;
  /** The schema of an answer to a call that was understood. */
  readonly answer: TSchema;
  readonly handle: (call: Call) => Promise<unknown>;
  /** Given when the endpoint takes its parameters from a JSON body alone, and no form. */
  readonly body?: 'json';
  /** Answers a body that cannot be read, where that is not the standard write envelope. */
  readonly unreadable?: (call: Call, words: string) => Promise<unknown>;
}

/** An answer with a status code of its own, which only `/marketplace` has (R60). */
export class StatusAnswer {
  constructor(
    readonly status: 400 | 404,
    readonly body: unknown,
  ) {}
}

/** An answer that is JSON already, put together by the endpoint out of records it had at hand. */
export class JsonText {
  constructor(readonly text: string) {}
}
