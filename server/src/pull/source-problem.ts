/**
 * Something that a source did not answer as it should. The message says why, and holds neither a token nor what stands
 * behind the path of an address.
 */
export class SourceProblem extends Error {
  /** @param status The HTTP status; 0 where there was no whole answer. */
  constructor(
    message: string,
    readonly status = 0,
  ) {
    super(message);
    this.name = 'SourceProblem';
  }
}

/** An address that is not asked, whatever it would answer. */
export class RefusedAddress extends SourceProblem {}

/** An address to print: what stands behind its path may be a secret. */
export function shownUrl(url: URL): string {
  return `${url.origin}${url.pathname}`;
}
