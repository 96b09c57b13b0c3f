/** The code of an address that no email can go to, such as one with a dot at its end. */
export const NO_EMAIL = '251';

/** The code of a value that Portico does not take. */
export const REFUSED_VALUE = '256';

/** The code of a member who is not there, and of what another member keeps. */
export const NO_MEMBER = '257';

/**
 * Whether Portico refused a call with this code. By the code and not by `instanceof RefusedError`: Next.js bundles the client
 * once for pages and once for `instrumentation.ts`, each with classes of its own, and the process shares one client.
 */
export function refusedWith(error: unknown, code: string): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === code;
}
