/** A person or a role that mail comes from or goes to. */
export interface Mailbox {
  /** What people read; may be empty. */
  readonly name: string;
  readonly address: string;
}

/** RFC 5321: octets of a path without its brackets, and of the part before the @. */
const LONGEST_ADDRESS = 254;
const LONGEST_LOCAL_PART = 64;

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const DOMAIN_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const TOP_LEVEL = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/i;

/** Neither white space nor anything that has a meaning in a header or at a mail server. */
const MAILBOX =
  /^[^\s@<>()[\]\\,;:"\p{C}]{1,64}@[\p{L}\p{N}](?:[\p{L}\p{N}.-]{0,251}[\p{L}\p{N}])?$/u;

/**
 * Whether this is one email address as people give theirs to a website: `name@host.tld`, with
 * nothing before, after or between. Quoted names, comments, bare host names and addresses in
 * brackets are not taken; nobody receives mail there. R146.
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
 * Whether a letter can be addressed to this: one address and nothing that could make it two, or
 * end the line it is written on. Wider than `isEmail`, as an operator's own mail server takes
 * addresses like `operator@localhost`.
 */
export function isMailbox(text: string): boolean {
  return text.length <= LONGEST_ADDRESS && MAILBOX.test(text) && !text.includes('..');
}
