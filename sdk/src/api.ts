import { Answer, type WithResponse } from './answer.js';
import { arrayOf, dataOf, refuses } from './answer-body.js';
import { type AnswerStore, forgiving, MemoryStore, type StoredAnswer } from './answer-store.js';
import {
  AbortedError,
  abortedError,
  connectionError,
  PorticoError,
  TimeoutError,
} from './errors.js';
import { Pace, type PaceOptions } from './pace.js';
import { type HmacKey, hex, hmacKey, type NextStamp, nextStamp, sign } from './signing.js';
import { backoff, retryAfter, sleep, untilAborted } from './waiting.js';

/** How a `Portico` reaches its server. */
export interface PorticoOptions {
  /**
   * The API key, or a function that gives it. It travels in a header, never in a URL. If it is missing, calls say
   * so.
   */
  readonly apiKey: string | undefined | (() => string | Promise<string>);
  /** Address of the server, such as `https://api.example.com`. If it is missing, calls say so. */
  readonly baseURL: string | undefined;
  /**
   * The secret of a key with private access, which signs calls about members and leads. Never use it in a browser.
   */
  readonly secret?: string | undefined;
  /**
   * The number of that key: the `keyID` that `portico key add` prints, as a number or as text from the environment.
   */
  readonly keyID?: number | string | undefined;
  /**
   * Gives the stamps of signed calls. Several processes that sign with one key need one that they share,
   * such as `INCR` of a Redis key that started at the current time in milliseconds.
   */
  readonly nextStamp?: NextStamp;
  /** Instead of the runtime's own `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /**
   * Milliseconds that one attempt may take, from the moment at which it is sent until its answer is read;
   * 30,000 by default. Waiting for a turn or a retry does not count: to limit a whole call, give it `signal:
   * AbortSignal.timeout(…)`.
   */
  readonly timeout?: number;
  /** How often a call is tried again; 2 by default. */
  readonly maxRetries?: number;
  /** How fast calls may leave, if the key has other limits than usual. */
  readonly pace?: PaceOptions;
  /**
   * Where answers of open reads are kept; `false` keeps none. A `MemoryStore` by default. If a store fails, reads
   * go on without it.
   */
  readonly answers?: AnswerStore | false;
  /**
   * Milliseconds for which a kept answer is used without asking whether it is current; 0, which always asks, by
   * default.
   */
  readonly freshFor?: number;
  /**
   * Milliseconds after that for which a kept answer is still used at once, while a call in the background fetches
   * the current one; 0 by default.
   */
  readonly staleFor?: number;
}

/** What can be said for a single call. */
export interface CallOptions {
  /**
   * Aborts the call, whatever it waits for. `AbortSignal.timeout(5000)` is a limit for all of it: its turn,
   * its attempts and the time between them.
   */
  readonly signal?: AbortSignal | undefined;
  /** Milliseconds that one attempt may take, without the wait for its turn. */
  readonly timeout?: number | undefined;
  /** How often the call is tried again. */
  readonly maxRetries?: number | undefined;
  /** For a write: two calls with the same key are one write. A random key by default. */
  readonly idempotencyKey?: string | undefined;
}

/** A value of a parameter. Lists become comma lists, `undefined` is left out. */
type Value = string | number | boolean | undefined | readonly (string | number)[];

/** One endpoint with the parameters of one call. */
export interface Operation {
  /** `GET` where it is left out. */
  readonly method?: 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query?: object | undefined;
  readonly body?: object | undefined;
  /** Whether it needs a signature where the key has private access. */
  readonly signed?: boolean;
  /** Whether lists in its body are written with commas, as in a query. */
  readonly commaLists?: boolean;
  /** Whether its answer is not kept. */
  readonly unkept?: boolean;
  /** Whether the answer is one JSON object a line. */
  readonly lines?: boolean;
  /** A POST that only reads, and so takes no idempotency key. */
  readonly reads?: boolean;
  /** Name and password of a marketplace. */
  readonly basic?: readonly [string, string];
}

/** A response whose body has been read. */
interface Received {
  readonly response: Response;
  readonly text: string;
}

/** Where the answer of a read is kept, and the one that is kept now. */
interface Keeping {
  readonly answers: AnswerStore;
  readonly name: string;
  readonly known: StoredAnswer | undefined;
}

const SPENT_STAMP = /stamp has been used/;
/** How often a call waits for the rate of its key: until then nothing of it was done. */
const MAX_WAITS = 20;
/** How often a call is signed again at once because its stamp was used; then that costs a retry like any other failure. */
const MAX_NEW_SIGNATURES = 3;

/** Sends the calls of one key: signs, paces, tries again, reads answers. */
export class Api {
  readonly #options: PorticoOptions;
  readonly #pace: Pace;
  readonly #answers: AnswerStore | undefined;
  /** Reads under way, by the name of their answer: who asks the same at the same time shares it. */
  readonly #underWay = new Map<string, Promise<Received>>();
  #key: HmacKey | undefined;

  constructor(options: PorticoOptions) {
    if ('clientId' in options) throw new PorticoError('`clientId` is `keyID` now.');
    if (options.secret !== undefined && 'window' in globalThis && 'document' in globalThis) {
      throw new PorticoError('A secret must not reach a browser: call from a server.');
    }
    this.#options = options;
    this.#pace = new Pace(options.pace);
    this.#answers =
      options.answers === false ? undefined : forgiving(options.answers ?? new MemoryStore());
  }

  /** @throws (in the promise) every error of this package; see `errors.ts`. */
  call<Body>(operation: Operation, options: CallOptions = {}): Answer<Body> {
    const { stack } = new Error();
    const { signal } = options;
    const work = this.#call<Body>(operation, options);
    const whole = (signal === undefined ? work : untilAborted(work, signal)).catch(
      (error: unknown) => {
        // What runs after an `await` knows nothing of the caller. Errors of `apiKey()` and `nextStamp()` keep their stack.
        if (error instanceof PorticoError)
          error.stack = `${error}\n${stack?.replace(/^Error\n/, '')}`;
        throw error;
      },
    );
    return new Answer(whole);
  }

  /** Whether calls wait for their turn. */
  isBusy(): boolean {
    return this.#pace.isBusy();
  }

  async #call<Body>(operation: Operation, options: CallOptions): Promise<WithResponse<Body>> {
    const { method, signed, unkept } = operation;
    const answers = !method && !signed && !unkept ? this.#answers : undefined;
    check(operation);
    const apiKey = await this.#apiKey();
    const { response, text } = await (answers === undefined
      ? this.#send(operation, options, apiKey)
      : this.#read(operation, options, apiKey, answers));
    const isLines = operation.lines === true && response.ok;
    return { data: dataOf(response, isLines ? arrayOf(text) : text) as Body, response };
  }

  /** A read whose answer is kept, or was. */
  async #read(
    operation: Operation,
    options: CallOptions,
    apiKey: string,
    answers: AnswerStore,
  ): Promise<Received> {
    const name = `${await digest(apiKey)} ${this.#url(operation)}`;
    const known = await answers.get(name);
    const ask = (how: CallOptions) => this.#ask(operation, how, apiKey, { answers, name, known });
    if (known === undefined) return ask(options);
    const { freshFor = 0, staleFor = 0 } = this.#options;
    const age = Date.now() - known.checkedAt;
    if (age >= freshFor + staleFor) return ask(options);
    // Nobody waits for it, so nobody hears of its failure: the next reader asks again. It is for all readers, so the signal of this
    // one does not end it, and there is one of it however many come.
    if (age >= freshFor) ask({}).catch(() => {});
    return { response: new Response(null, { headers: { etag: known.etag } }), text: known.text };
  }

  /** A read that is sent, or is under way already; its answer is kept. */
  async #ask(
    operation: Operation,
    options: CallOptions,
    apiKey: string,
    { answers, name, known }: Keeping,
  ): Promise<Received> {
    // A call with a signal, a time or retries of its own neither takes others along nor waits for them.
    const { signal, timeout, maxRetries } = options;
    const isShared = signal === undefined && timeout === undefined && maxRetries === undefined;
    const shared = isShared ? this.#underWay.get(name) : undefined;
    if (shared !== undefined) return shared.catch(throwCopy);
    const reading = this.#send(operation, options, apiKey, known?.etag).then(async (received) => {
      const { response } = received;
      const text = response.status === 304 && known !== undefined ? known.text : received.text;
      const etag = response.headers.get('etag');
      if (response.ok || response.status === 304) {
        if (etag !== null) await answers.set(name, { etag, text, checkedAt: Date.now() });
      }
      return { response, text };
    });
    if (!isShared) return reading;
    this.#underWay.set(name, reading);
    return reading.finally(() => this.#underWay.delete(name));
  }

  /** Sends a call until it is answered, or until no retry is left. */
  async #send(
    operation: Operation,
    options: CallOptions,
    apiKey: string,
    etag?: string,
  ): Promise<Received> {
    const write = operation.method && !operation.reads;
    const headers = new Headers({
      accept: 'application/json',
      // Unknown parameters are refused by name. A server that does not know it ignores both.
      prefer: 'handling=strict',
      'x-api-key': apiKey,
    });
    if (etag !== undefined) headers.set('if-none-match', etag);
    if (operation.basic) headers.set('authorization', `Basic ${btoa(operation.basic.join(':'))}`);
    if (write) headers.set('idempotency-key', options.idempotencyKey ?? crypto.randomUUID());
    let left = options.maxRetries ?? this.#options.maxRetries ?? 2;
    let waits = 0;
    let signatures = 0;
    let request = await this.#request(operation, headers);
    for (let tries = 0; ; tries++) {
      const outcome = await this.#attempt(request, options, tries > 0);
      if (outcome instanceof PorticoError) {
        if (outcome instanceof AbortedError || left-- <= 0) throw outcome;
        await sleep(backoff(tries), options.signal);
        request = await this.#request(operation, headers);
        continue;
      }
      const { response, text } = outcome;
      const { status } = response;
      const isSpent = status === 403 && SPENT_STAMP.test(text);
      // The write with the same idempotency key is under way. A refusal has this status, too, and stays one.
      const isUnderWay = status === 409 && !refuses(response, text);
      if (status === 420 && waits++ < MAX_WAITS) {
        // Nothing was done. The gate has used up nothing either, and what refuses behind it a signature.
        signatures = 0;
        const wait = retryAfter(response) ?? backoff(waits);
        this.#pace.pause(wait);
        await sleep(wait, options.signal);
      } else if (isSpent && signatures++ < MAX_NEW_SIGNATURES) {
        request = await this.#request(operation, headers);
      } else if ((isSpent || isUnderWay || status >= 500) && left-- > 0) {
        await sleep(retryAfter(response) ?? backoff(tries), options.signal);
        request = await this.#request(operation, headers);
      } else return outcome;
    }
  }

  /** One attempt; an error that another attempt may mend is returned. */
  #attempt(
    request: PreparedRequest,
    options: CallOptions,
    isRetry: boolean,
  ): Promise<Received | PorticoError> {
    const { signal } = options;
    const fetch = this.#options.fetch ?? globalThis.fetch;
    return this.#pace.run(
      async () => {
        const timeout = AbortSignal.timeout(options.timeout ?? this.#options.timeout ?? 30_000);
        try {
          const response = await fetch(request.url, {
            ...request.init,
            // `error` is unknown to some runtimes; a redirect is no success, and so an error here, too.
            redirect: 'manual',
            signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
          });
          return { response, text: await response.text() };
        } catch (cause) {
          if (signal?.aborted) return abortedError(signal, cause);
          if (timeout.aborted)
            return new TimeoutError(`No answer in time: ${request.path}`, { cause });
          return connectionError(request.url, cause);
        }
      },
      signal,
      isRetry,
    );
  }

  /** The request of an operation, with a signature of its own. */
  async #request(operation: Operation, headers: Headers): Promise<PreparedRequest> {
    const signature = operation.signed ? await this.#signature() : undefined;
    const { method, path, body } = operation;
    if (!method) return { path, url: this.#url(operation, signature), init: { headers } };
    const form = body instanceof FormData;
    if (!form) headers.set('content-type', 'application/json');
    // The interface calls a member a client.
    const { memberID: clientID, ...fields } = (
      operation.commaLists ? given(body) : { ...body }
    ) as Record<string, unknown>;
    const content = Array.isArray(body) ? body : { ...fields, clientID, ...signature };
    return {
      path,
      url: this.#url(operation),
      init: { method, headers, body: form ? body : JSON.stringify(content) },
    };
  }

  async #signature() {
    const { secret, keyID, nextStamp: next = nextStamp } = this.#options;
    // A key without private access signs nothing, and the server asks nothing of it.
    if (secret === undefined) return undefined;
    const number = Number(required('secret', secret) && required('keyID', keyID));
    if (!Number.isSafeInteger(number))
      throw new PorticoError(`The setting \`keyID\` is not a number.`);
    this.#key ??= hmacKey(new TextEncoder().encode(secret));
    return sign(this.#key, number, await next());
  }

  async #apiKey(): Promise<string> {
    const { apiKey } = this.#options;
    const setting = typeof apiKey === 'function' ? await apiKey() : apiKey;
    // A file ends with a line break, which a header does not keep.
    const key = required('apiKey', setting && String(setting).trim());
    // The runtime would repeat the whole key in its error, and a secret that was pasted with it.
    if (/[^\x21-\x7e]/.test(key))
      throw new PorticoError(
        'The setting `apiKey` has characters of no key, such as a line break.',
      );
    return key;
  }

  #url({ path, query }: Operation, signature?: object): string {
    const baseURL = required('baseURL', this.#options.baseURL);
    const url = new URL(baseURL.replace(/\/*$/, () => path));
    // An id or a kind that a visitor has typed, such as `1/../../clients`, must not name another endpoint.
    if (!url.pathname.endsWith(path) || /\/(NaN|-?Infinity|undefined)\b/.test(path))
      throw new PorticoError(`This is no path: ${path}`);
    const { memberID: clientID, ...fields } = { ...query, ...signature } as Record<string, unknown>;
    for (const [name, value] of Object.entries(given({ ...fields, clientID }))) {
      url.searchParams.set(name, String(value));
    }
    return url.href;
  }
}

interface PreparedRequest {
  readonly path: string;
  readonly url: string;
  readonly init: RequestInit;
}

/** Throws an error for one more caller of a shared read: its stack leads to the line of one caller. */
function throwCopy(error: unknown): never {
  if (!(error instanceof PorticoError)) throw error;
  const { message, cause } = error;
  throw new (error.constructor as typeof PorticoError)(message, { cause });
}

/** The value of a setting. @throws PorticoError where there is none. */
function required<Setting>(name: string, value: Setting | undefined): Setting {
  if (!value) throw new PorticoError(`The setting \`${name}\` is missing.`);
  return value;
}

/** @throws PorticoError for a number that is none, which JSON would write as null, and for a name of before. */
function check({ query, body }: Operation): void {
  for (const [name, value] of Object.entries({ ...query, ...body })) {
    if (name === 'clientID') throw new PorticoError('`clientID` is `memberID` now.');
    const wrong = [value].flat().find((each) => typeof each === 'number' && !Number.isFinite(each));
    if (wrong !== undefined) throw new PorticoError(`\`${name}\` is not a number: ${wrong}.`);
  }
}

/** The parameters that have a value. A list is written with commas, as the interface wants it. */
function given(parameters: object = {}): Record<string, Value> {
  const entries = Object.entries(parameters as Record<string, Value>)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => [name, Array.isArray(value) ? value.join(',') : value]);
  return Object.fromEntries(entries);
}

async function digest(text: string): Promise<string> {
  return hex(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))).slice(0, 16);
}
