import { retryAfter } from '../lib/outgoing.js';
import { shorten } from '../lib/text.js';
import { type Credentials, secretsOf, tokenForm, tokenOf } from './credentials.js';
import type { Dialect } from './dialects.js';
import { Expansions } from './expanded.js';
import type { Pace, Wait } from './pace.js';
import {
  ask,
  RefusedAddress,
  type SourceAnswer,
  SourceProblem,
  type SourceRequest,
  shownUrl,
} from './source-request.js';

/** How long one answer may take: less than a run that is silent for so long keeps its source (`HELD_MS`). */
const TIMEOUT_MS = 90_000;

const MOST_REDIRECTS = 5;

/** Pauses ahead of further attempts at a request that was not answered, in milliseconds. */
const PAUSES_MS = [2_000, 10_000, 30_000] as const;

/** How often a source may be busy in a row. */
const MOST_SILENCES = 4;

/** The address of the next page in a header `Link` (RFC 8288). */
const NEXT = /<([^>]+)>[^,<]*;\s*rel="?next\b/i;

/** Characters of what a source says of an error. */
const SAID_SHOWN = 200;

export interface SourcePage {
  readonly records: readonly Readonly<Record<string, unknown>>[];
  /** The address of the next page, as the source wrote it; undefined behind the last. */
  readonly next: string | undefined;
  /** How many records there are in all, where the source says so. */
  readonly count: number | undefined;
  /** What the clock of the source says, from `Date`. */
  readonly date: number | undefined;
}

export interface ClientParts {
  /** The address of the source, with a slash at its end. */
  readonly base: URL;
  readonly credentials: Credentials;
  /** Hosts besides that of `base` that get the token. */
  readonly tokenHosts: readonly string[];
  readonly pace: Pace;
  readonly wait: Wait;
  readonly signal: AbortSignal;
  /** Keeps the source for this run. */
  readonly keep: () => Promise<void>;
  /** What requests for pictures say as `User-Agent` where the token belongs; else they name this program. */
  readonly userAgent: 'token' | undefined;
  readonly limit: Dialect['limit'];
  readonly headers: Readonly<Record<string, string>>;
}

/** Asks a source for pages of records: at its pace, again where that may help, and with its token only where that belongs. */
export class SourceClient {
  readonly #parts: ClientParts;
  readonly #expansions: Expansions;
  #token: string | undefined;

  constructor(parts: ClientParts) {
    this.#parts = parts;
    const { base, signal, keep } = parts;
    this.#expansions = new Expansions(base, signal, (url) => this.#listAt(url), keep);
    if ('token' in parts.credentials) this.#token = parts.credentials.token;
  }

  /** What links are relative to. */
  get base(): URL {
    return this.#parts.base;
  }

  /** A page, with all that its records contain. @throws SourceProblem */
  async page(url: URL): Promise<SourcePage> {
    const page = await this.#listAt(url);
    return { ...page, records: await this.#expansions.whole(page.records) };
  }

  async #listAt(url: URL): Promise<SourcePage> {
    const { headers, body } = await this.#answer(url, (answer) => pageText(answer, url));
    const date = Date.parse(headers.date ?? '');
    const { value, '@odata.nextLink': inBody, '@odata.count': count } = body;
    const next = inBody ?? NEXT.exec(String(headers.link ?? ''))?.[1];
    return {
      records: value as SourcePage['records'],
      next: typeof next === 'string' && next !== '' ? next : undefined,
      count: typeof count === 'number' ? count : undefined,
      date: Number.isNaN(date) ? undefined : date,
    };
  }

  async #answer<Body>(
    url: URL,
    read: (answer: SourceAnswer) => Body,
  ): Promise<{ readonly headers: SourceAnswer['headers']; readonly body: Body }> {
    const { pace, wait, signal } = this.#parts;
    let silences = 0;
    let renewed = false;
    for (let attempt = 0; ; ) {
      signal.throwIfAborted();
      try {
        const answer = await this.#follow(url);
        const { status, headers } = answer;
        if (status === 200) return { headers, body: read(answer) };
        if (status === 429) {
          await pace.silence(this.#silenceOf(headers));
          silences += 1;
          if (silences > MOST_SILENCES) throw this.#problem(url, answer);
          continue;
        }
        if (status === 401 && !renewed && !('token' in this.#parts.credentials)) {
          // It has expired in the middle of a run.
          renewed = true;
          this.#token = undefined;
          continue;
        }
        if (status < 500) throw new Final(this.#problem(url, answer));
        if (status === 503 && headers['retry-after'] !== undefined) {
          await pace.silence(this.#silenceOf(headers));
        }
        throw this.#problem(url, answer);
      } catch (error) {
        if (error instanceof Final) throw error.problem;
        const pause = PAUSES_MS[attempt];
        if (!(error instanceof SourceProblem) || error instanceof RefusedAddress) throw error;
        if (error.status === 429) throw error;
        if (pause === undefined || signal.aborted) throw error;
        attempt += 1;
        await wait(pause, signal);
      }
    }
  }

  /** For how long the source wants no request, in milliseconds; undefined where it does not say. */
  #silenceOf(headers: SourceAnswer['headers']): number | undefined {
    const { pace, limit } = this.#parts;
    const now = pace.clock.now();
    const afterMs = retryAfter(headers['retry-after'], now);
    // Where it leaves some, that of the minute was passed.
    if (afterMs !== undefined || limit === undefined || Number(headers[limit.left]) > 0) {
      return afterMs;
    }
    const at = momentOf(String(headers[limit.reset] ?? ''));
    return at > now && at <= now + LONGEST_RESET_MS ? at - now : undefined;
  }

  /** Asks, and follows redirects. */
  async #follow(first: URL): Promise<SourceAnswer> {
    let url = first;
    for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
      const token = this.#getsToken(url) ? await this.#currentToken() : undefined;
      const answer = await this.#ask(url, {
        method: 'GET',
        headers: {
          ...this.#parts.headers,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
      });
      const { location } = answer.headers;
      if (![301, 302, 303, 307, 308].includes(answer.status) || location === undefined) {
        return answer;
      }
      if (!URL.canParse(location, url.href)) break;
      url = new URL(location, url);
    }
    throw new SourceProblem(`${shownUrl(first)} redirects to nothing that can be followed.`);
  }

  async #currentToken(): Promise<string> {
    const { credentials } = this.#parts;
    if (this.#token !== undefined || 'token' in credentials) return this.#token ?? '';
    const { tokenUrl } = credentials;
    const body = tokenForm(credentials);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await this.#ask(tokenUrl, { method: 'POST', headers, body });
    const { status } = answer;
    if (status !== 200) {
      const problem = this.#problem(tokenUrl, answer);
      // Credentials that are wrong stay so; many vendors lock an account that asks with them again and again.
      throw status >= 400 && status < 500 ? new Final(problem) : problem;
    }
    this.#token = tokenOf(answer.body);
    return this.#token;
  }

  async #ask(
    url: URL,
    request: Pick<SourceRequest, 'method' | 'headers' | 'body'>,
  ): Promise<SourceAnswer> {
    const { pace, signal, base } = this.#parts;
    await pace.turn(signal);
    let bytes = 0;
    let isGood = false;
    try {
      const answer = await ask(url, {
        ...request,
        headers: {
          ...{ accept: 'application/json', 'accept-encoding': 'gzip', 'user-agent': 'Portico' },
          ...request.headers,
        },
        isOwn: url.origin === base.origin || this.#isTokenUrl(url),
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        arrived(more) {
          bytes += more;
        },
      });
      isGood = answer.status === 200 && request.method === 'GET';
      return answer;
    } finally {
      // What was sent may count at the vendor, whatever became of it.
      if (isGood || bytes > 0) await pace.answered(bytes, isGood);
    }
  }

  /** What a request for a picture says and may reach: its address may be anywhere. */
  callerAt(url: URL): { readonly isOwn: boolean; readonly userAgent: string | undefined } {
    const { base, userAgent } = this.#parts;
    const isNamed = userAgent === 'token' && this.#getsToken(url);
    return { isOwn: url.origin === base.origin, userAgent: isNamed ? this.#token : undefined };
  }

  #isTokenUrl(url: URL): boolean {
    const { credentials } = this.#parts;
    return 'tokenUrl' in credentials && url.href === credentials.tokenUrl.href;
  }

  /** Whether an address is one that the token is for: links and redirects may lead anywhere. */
  #getsToken(url: URL): boolean {
    const { base, tokenHosts } = this.#parts;
    return (
      url.origin === base.origin || (url.protocol === 'https:' && tokenHosts.includes(url.host))
    );
  }

  #problem(url: URL, { status, body }: SourceAnswer): SourceProblem {
    const said = this.#withoutSecrets(saidOf(body));
    const why = status === 401 || status === 403 ? ': it refuses the credentials' : '';
    return new SourceProblem(
      `${shownUrl(url)} answered ${status}${why}${said === '' ? '' : ` (${said})`}.`,
      status,
    );
  }

  #withoutSecrets(text: string): string {
    const secrets = [...secretsOf(this.#parts.credentials), this.#token ?? ''];
    const found = secrets.filter((secret) => secret !== '');
    return shorten(
      found.reduce((all, secret) => all.replaceAll(secret, '***'), text),
      SAID_SHOWN,
    );
  }
}

/** The limits that vendors reset by a moment are those of an hour. */
const LONGEST_RESET_MS = 3_600_000;

/** A moment as text, or as seconds or milliseconds since the epoch; NaN for none. */
function momentOf(text: string): number {
  if (!/^\d+$/.test(text)) return Date.parse(text);
  return Number(text) < 1e11 ? Number(text) * 1000 : Number(text);
}

/** An answer that stays as it is, however often it is asked for. */
class Final extends Error {
  constructor(readonly problem: SourceProblem) {
    super(problem.message);
  }
}

type PageText = Readonly<Record<string, unknown>> & { readonly value: readonly unknown[] };

function pageText({ body }: SourceAnswer, url: URL): PageText {
  const wrong = (what: string) => new SourceProblem(`${shownUrl(url)} answered ${what}.`);
  let page: unknown;
  try {
    page = JSON.parse(body.toString('utf8'));
  } catch {
    throw wrong('what is not JSON, or broke off');
  }
  const { value } = (page ?? {}) as { readonly value?: unknown };
  const isRecord = (one: unknown) => typeof one === 'object' && one !== null && !Array.isArray(one);
  if (!Array.isArray(value) || !value.every(isRecord)) throw wrong('without a list of records');
  return page as PageText;
}

/** What an error of OData says, or nothing. */
function saidOf(body: Buffer): string {
  try {
    const { error } = JSON.parse(body.toString('utf8')) as { error?: { message?: unknown } };
    return typeof error?.message === 'string' ? error.message : '';
  } catch {
    return '';
  }
}
