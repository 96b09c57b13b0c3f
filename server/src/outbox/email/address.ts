/** The sender or the recipient of an email: a person or a role. */
export interface Mailbox {
  /** The display name; may be empty. */
  readonly name: string;
  readonly address: string;
}

/** RFC 5321: the most octets of a path without its brackets, and of the part before the @. */
const LONGEST_ADDRESS = 254;
const LONGEST_LOCAL_PART = 64;

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const TOP_LEVEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i;

/** No white space, and no character with a meaning in a header or for a mail server. */
const MAILBOX =
  /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u;

/**
 * Whether a text is one email address as people enter it on a website: `name@host.tld` and nothing else.
 * Quoted names, comments, bare host names and addresses in brackets are refused: nobody receives mail
 * there. R146.
 */
export function isEmail(text: string): boolean {
  if (text.length > LONGEST_ADDRESS) return false;
  const [local = '', domain = '', ...more] = text.split('@');
  if (more.length > 0 || local.length > LONGEST_LOCAL_PART || !LOCAL_PART.test(local)) return false;
  const labels = domain.split('.');
  return (
    labels.length > 1 &&
    labels.every((label) => DOMAIN_LABEL.test(label)) &&
    TOP_LEVEL.test(labels.at(-1) ?? '')
  );
}

/**
 * Whether an email can be sent to a text: one address and nothing that could make it two or end its line.
 * Wider than `isEmail`, as an operator's own mail server takes addresses like `operator@localhost`.
 */
export function isMailbox(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && MAILBOX.test(text) && !text.includes('..');
}
