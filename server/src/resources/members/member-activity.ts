/** A member who has not logged in for this long is not active. R160. */
export const ACTIVE_FOR_MS = 120 * 24 * 60 * 60 * 1000;

/** The columns that decide whether a client is active. */
export interface Activity {
  readonly verified: number;
  /** Milliseconds since the epoch, 0 when there was none. */
  readonly last_login_at: number;
}

/**
 * Whether a client is active at a moment: verified, and the last login less than 120 days back.
 * Derived on every read, so that no job has to run when the days are over (R160).
 */
export function isActive({ verified, last_login_at }: Activity, now: number): boolean {
  return verified === 1 && now - last_login_at < ACTIVE_FOR_MS;
}

/** A moment in whole seconds, so that records sort by what they show. */
export function wholeSecond(epochMs: number): number {
  return Math.floor(epochMs / 1000) * 1000;
}
