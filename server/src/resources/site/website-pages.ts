import { checkLinkPattern, LinkPatternError } from '../people/agent-links.js';

/** A page of a website that emails link to. */
interface Page {
  /** The placeholders that its pattern has. */
  readonly required: readonly string[];
  /** Those that it may have, too. */
  readonly optional?: readonly string[];
  /** How its pattern begins, and what is wrong where it does not. */
  readonly form: RegExp;
  readonly problem: string;
}

/** Links with secrets leave the machine over HTTPS only. */
const WITH_SECRETS = {
  form: /^(https:\/\/|http:\/\/(localhost|127\.0\.0\.1|\[::1\])([:/]|$))/i,
  problem: 'is not an https URL; http is accepted for localhost only',
};

const PAGES = {
  // Numbers of a feed are others than those of the brokerage: without `{source}` its listings have no link.
  listing: {
    ...{ required: ['id'], optional: ['source'] },
    ...{ form: /^https?:\/\//i, problem: 'is not an http or https URL' },
  },
  // Mail programs send the one click (RFC 8058) over HTTPS only.
  unsubscribe: { required: ['token'], form: /^https:\/\//i, problem: 'is not an https URL' },
  password: { required: ['token'], ...WITH_SECRETS },
  confirm: { required: ['email', 'code'], ...WITH_SECRETS },
} as const satisfies Readonly<Record<string, Page>>;

/**
 * Checks the patterns of a page; an empty one makes no link. R370.
 *
 * @returns A function that returns the pattern, trimmed. It throws LinkPatternError.
 */
export function checkPage(name: keyof typeof PAGES): (input: string) => string {
  const { required, optional = [], form, problem }: Page = PAGES[name];
  return (input) => {
    const pattern = checkLinkPattern(input, [...required, ...optional]);
    if (pattern === '') return '';
    if (!form.test(pattern)) throw new LinkPatternError(pattern, problem);
    const missing = required.find((placeholder) => !pattern.includes(`{${placeholder}}`));
    if (missing !== undefined) throw new LinkPatternError(pattern, `lacks {${missing}}`);
    return pattern;
  };
}
