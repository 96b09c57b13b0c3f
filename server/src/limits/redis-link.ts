import { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { answerWithin } from '../lib/timeout.js';
import { HEARTBEAT_MS } from './redis-scripts.js';

/** How long Redis may take to answer before a process counts by itself, in milliseconds. */
export const ANSWER_WITHIN_MS = 250;

/** How often the heartbeat is renewed, which also shows an idle process whether Redis is there. */
const HEARTBEAT_EVERY_MS = 1_000;

/** The pause between a lost connection and the next try. */
const RETRY_MS = 500;

const CONNECT_WITHIN_MS = 1_000;

/** A connection without an answer for this long is closed, above all while it opens. */
const SILENT_FOR_MS = 1_500;

/** The longest that `start` waits for Redis, so that a start never depends on it. */
const START_WITHIN_MS = 2_000;

/** A Lua script, sent whole on the first use of a connection and by its hash after. */
export type Script = (...args: readonly (string | number)[]) => Promise<unknown>;

export interface RedisLinkOptions {
  /** `redis://…` or `rediss://…`; it may hold a password and is never printed. */
  readonly url: string;
  /** Names the installation, so that several can share one Redis. */
  readonly installation: string;
  readonly log: Logger;
  readonly random: (size: number) => Buffer;
}

/**
 * The connection of one process to the Redis that several processes share, with a circuit breaker.
 * After one command that fails or has no answer within {@link ANSWER_WITHIN_MS} the link is away, and
 * no further call waits for it. It then opens a new connection every half second, and is back when
 * Redis takes a write in time. The log holds each change once.
 *
 * Redis runs commands that are sent in one step in their order. Each connection has a number in the
 * process' heartbeat, so that a late command of an earlier connection is recognised.
 */
export class RedisLink {
  /** The name of this process to the others; without a colon. */
  readonly process: string;
  readonly #redis: Redis;
  readonly #prefix: string;
  readonly #log: Logger;
  readonly #returned: (() => void)[] = [];
  #state: 'new' | 'there' | 'away' | 'closed' = 'new';
  #connection = 0;
  #heartbeat: NodeJS.Timeout | undefined;
  #settled: () => void = () => {};

  constructor({ url, installation, log, random }: RedisLinkOptions) {
    this.process = random(12).toString('base64url');
    this.#prefix = `portico:${installation}:`;
    this.#log = log;
    this.#redis = new Redis(url, {
      lazyConnect: true,
      connectionName: 'portico',
      connectTimeout: CONNECT_WITHIN_MS,
      disconnectTimeout: 100,
      socketTimeout: SILENT_FOR_MS,
      retryStrategy: () => RETRY_MS,
      // Nothing is sent twice and nothing waits, as the caller has long decided by itself.
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      maxRetriesPerRequest: 0,
    });
    this.#redis.on('ready', () => void this.#probe());
    this.#redis.on('close', () => this.#lost(new Error('the connection was closed')));
    this.#redis.on('error', (error: Error) => this.#lost(error));
  }

  /** Whether Redis is in use now. */
  get there(): boolean {
    return this.#state === 'there';
  }

  /** The number of the current connection; it only grows. */
  get connection(): number {
    return this.#connection;
  }

  key(name: string): string {
    return this.#prefix + name;
  }

  /** Defines a script. @param keys How many of its arguments are keys. */
  script(name: string, lua: string, keys: number): Script {
    this.#redis.defineCommand(name, { lua, numberOfKeys: keys });
    const commands = this.#redis as unknown as Record<string, Script>;
    // Looked up at each call, as it is a method of the connection.
    return (...args) => commands[name]?.(...args) ?? Promise.reject(new Error(name));
  }

  /** Runs `listener` each time Redis is there again, in one step: its commands run before those that others send later. */
  onReturn(listener: () => void): void {
    this.#returned.push(listener);
  }

  /** Connects. Resolves when it is clear whether Redis is there; never rejects. */
  async start(): Promise<void> {
    if (this.#state !== 'new' || this.#heartbeat !== undefined) return;
    this.#heartbeat = setInterval(() => void this.run(() => this.#beat()), HEARTBEAT_EVERY_MS);
    this.#heartbeat.unref();
    const settled = new Promise<void>((resolve) => {
      this.#settled = resolve;
    });
    const late = setTimeout(() => this.#lost(new Error('no connection yet')), START_WITHIN_MS);
    this.#redis.connect().catch((error: Error) => this.#lost(error));
    await settled;
    clearTimeout(late);
  }

  /**
   * Runs a command, unless Redis is away.
   *
   * @returns Redis' answer; undefined if it is away or fails to answer this command. Never rejects.
   */
  async run<Reply>(command: (redis: Redis) => Promise<Reply>): Promise<Reply | undefined> {
    if (!this.there) return undefined;
    const connection = this.#connection;
    try {
      return await replyWithin(command(this.#redis));
    } catch (error) {
      if (connection === this.#connection) this.#lost(error as Error);
      return undefined;
    }
  }

  /** Gives back all slots that this process still holds, and disconnects. */
  async close(): Promise<void> {
    clearInterval(this.#heartbeat);
    await this.run((redis) => redis.del(this.#heartbeatKey()));
    this.#state = 'closed';
    this.#redis.disconnect();
  }

  /** Tries a new connection: it counts when Redis has taken a write on it. */
  async #probe(): Promise<void> {
    this.#connection += 1;
    const connection = this.#connection;
    try {
      await replyWithin(this.#beat());
    } catch (error) {
      if (connection !== this.#connection) return;
      this.#lost(error as Error);
      // Away stays away, which is not logged, but this connection is of no use.
      if (this.#state === 'away') this.#redis.disconnect(true);
      return;
    }
    if (connection !== this.#connection || this.#state === 'closed') return;
    if (this.#state === 'away') this.#log.info('Redis is back: limits are shared again');
    this.#state = 'there';
    for (const listener of this.#returned) listener();
    this.#settled();
  }

  #lost(error: Error): void {
    if (this.#state === 'away' || this.#state === 'closed') return;
    const wasThere = this.#state === 'there';
    this.#state = 'away';
    this.#log.warn({ reason: error.message }, 'Redis is away: each process keeps limits by itself');
    if (wasThere) this.#redis.disconnect(true);
    this.#settled();
  }

  #beat(): Promise<unknown> {
    return this.#redis.set(this.#heartbeatKey(), this.#connection, 'PX', HEARTBEAT_MS);
  }

  #heartbeatKey(): string {
    return this.key(`process:${this.process}`);
  }
}

/** Rejects when an answer is late. */
function replyWithin<Reply>(answer: Promise<Reply>): Promise<Reply> {
  return answerWithin(answer, ANSWER_WITHIN_MS, () => {
    throw new Error(`no answer within ${ANSWER_WITHIN_MS} ms`);
  });
}
