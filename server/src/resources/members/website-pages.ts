import { checkLinkPattern, LinkPatternError } from '../people/agent-links.js';

/** What the link to a page of the website holds. R370. */
export const PAGES = { password: ['token'], confirm: ['email', 'code'] } as const;

/** Links with secrets leave the machine over HTTPS only. */
const SAFE = /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$))/i;

/**
 * Checks the pattern of a page that emails link to; an empty one makes no link.
 *
 * @param names Its placeholders: all have to be there.
 * @returns A function that returns the pattern, trimmed. It throws LinkPatternError.
 */
export function checkPagePattern(names: readonly string[]): (input: string) => string {
  return (input) => {
    const pattern = checkLinkPattern(input, [...names]);
    if (pattern === '') return '';
    if (!SAFE.test(pattern)) {
      throw new LinkPatternError(pattern, 'is no https URL; http is accepted for localhost only');
    }
    const missing = names.find((name) => !pattern.includes(`{${name}}`));
    if (missing !== undefined) throw new LinkPatternError(pattern, `lacks {${missing}}`);
    return pattern;
  };
}
