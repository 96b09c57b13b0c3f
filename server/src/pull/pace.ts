import type { TenantDatabase } from '../store/tenant/open.js';
import { keepSilent, noteAnswer, type PaceLimits, takeTurn } from '../store/tenant/pull-pace.js';
import { SourceProblem } from './source-problem.js';

/** The longest that a run waits for its turn: a silence of the longest kind, and a little. */
const LONGEST_WAIT_MS = 16 * 60_000;

/** Waits; rejects when the signal aborts. */
export type Wait = (ms: number, signal: AbortSignal) => Promise<void>;

/** Asks no more of a source than its vendor allows, over all runs with the same token. */
export class Pace {
  /** How many requests were made. */
  requests = 0;

  /**
   * @param token Tells the token (`tokenName`).
   * @param wait Waits for a turn, while the run keeps its source.
   */
  constructor(
    readonly database: TenantDatabase,
    readonly token: string,
    readonly limits: PaceLimits,
    readonly wait: Wait,
  ) {}

  /** Waits until one request may start, and notes it. @throws SourceProblem where that takes too long. */
  async turn(signal: AbortSignal): Promise<void> {
    for (const start = this.database.now(); ; ) {
      signal.throwIfAborted();
      const now = this.database.now();
      const at = await takeTurn(this.database, this.token, this.limits);
      if (at <= now) {
        this.requests += 1;
        return;
      }
      if (at - start > LONGEST_WAIT_MS) {
        const until = new Date(at).toISOString();
        throw new SourceProblem(
          `Nothing more may be asked of the source until ${until}: a later run goes on.`,
        );
      }
      await this.wait(at - now, signal);
    }
  }

  /** Notes an answer. @param bytes What went over the wire. */
  async answered(bytes: number): Promise<void> {
    await noteAnswer(this.database, this.token, bytes);
  }

  /** Keeps silent, as the source is busy or has had enough. */
  async silence(wishedMs: number | undefined): Promise<void> {
    await keepSilent(this.database, this.token, wishedMs);
  }
}
