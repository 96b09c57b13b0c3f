import { setTimeout as pause } from 'node:timers/promises';
import type { Clock } from '../lib/clock.js';
import type { PaceLimits, PullPaces } from '../store/directory/pull-paces.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { SourceProblem } from './source-request.js';

/** Nothing more may be requested of a source until then: a limit is used up, or it wants silence. */
export class SourceRests extends SourceProblem {
  constructor(readonly until: number) {
    const moment = new Date(until).toISOString();
    super(`Nothing more may be asked of the source until ${moment}: a later run goes on.`, 429);
  }
}

/** The longest that a run waits for its turn: a silence of the longest kind, and a little. */
const LONGEST_WAIT_MS = 16 * 60_000;

/** How much of what a vendor allows may be used by what can wait. */
const SHARE_OF_REST = 0.9;

/** Waits; rejects when the signal aborts. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** Waits by the clock of the machine. */
export const systemWait: Wait = (ms, signal) => pause(ms, undefined, { signal });

/** Takes over what a release up to 0.4.0 has noted of a token in a database, once. */
export async function adoptPace(
  paces: PullPaces,
  database: TenantDatabase,
  token: string,
): Promise<void> {
  const { db } = database;
  const noted = db.selectFrom('pull_token').selectAll().where('token', '=', token);
  const row = await noted.executeTakeFirst();
  if (row === undefined) return;
  const minutes = db.selectFrom('pull_minute').selectAll().where('token', '=', token);
  await paces.adopt(row, await minutes.execute());
  // Behind it: what is counted twice is only too much.
  await database.note(async (transaction) => {
    for (const table of ['pull_token', 'pull_minute'] as const) {
      await transaction.deleteFrom(table).where('token', '=', token).execute();
    }
  });
}

/** Asks no more of a source than its vendor allows, over all runs with the same token. */
export class Pace {
  /** How many requests were made. */
  requests = 0;

  /**
   * @param token Tells the token (`tokenName`).
   * @param wait Waits for a turn, while the run keeps its source.
   */
  constructor(
    readonly paces: PullPaces,
    readonly clock: Pick<Clock, 'now'>,
    readonly token: string,
    readonly limits: PaceLimits,
    readonly wait: Wait,
  ) {}

  /** Waits until one request may start, and notes it. @throws SourceRests where that takes too long. */
  async turn(signal: AbortSignal): Promise<void> {
    const at = await this.#turnBy(this.clock.now() + LONGEST_WAIT_MS, this.limits, signal);
    if (at !== undefined) throw new SourceRests(at);
  }

  /**
   * As `turn`, for what can wait: it leaves a part of what the vendor allows to other requests.
   *
   * @returns Whether one has its turn by then.
   */
  async turnOfRest(until: number, signal: AbortSignal): Promise<boolean> {
    const { perSecond, perHour, perDay, bytesPerHour, bytesPerDay } = this.limits;
    const limits = {
      ...{ perSecond, perHour: perHour * SHARE_OF_REST, perDay: perDay * SHARE_OF_REST },
      ...{ bytesPerHour: bytesPerHour * SHARE_OF_REST, bytesPerDay: bytesPerDay * SHARE_OF_REST },
    };
    return (await this.#turnBy(until, limits, signal)) === undefined;
  }

  /** @returns When it may start, where that is later than `until`. */
  async #turnBy(
    until: number,
    limits: PaceLimits,
    signal: AbortSignal,
  ): Promise<number | undefined> {
    for (;;) {
      signal.throwIfAborted();
      const at = await this.paces.takeTurn(this.token, limits, () => this.clock.now());
      if (at === undefined) {
        this.requests += 1;
        return undefined;
      }
      if (at > until) return at;
      // It may have come by now.
      await this.wait(Math.max(at - this.clock.now(), 0), signal);
    }
  }

  /**
   * Notes an answer.
   *
   * @param bytes What went over the wire.
   * @param isGood Whether it shows that the source is not busy.
   */
  async answered(bytes: number, isGood = true): Promise<void> {
    await this.paces.noteAnswer(this.token, bytes, isGood, this.clock.now());
  }

  /** Keeps silent, as the source is busy or has had enough. */
  async silence(wishedMs: number | undefined): Promise<void> {
    await this.paces.keepSilent(this.token, wishedMs, this.clock.now());
  }
}
