/** The sender or the recipient of an email: a person or a role. */
interface Mailbox {
  /** The display name; may be empty. */
  readonly name: string;
  readonly address: string;
}

/** RFC 5321: the most octets of a path without its brackets, and of the part before the @. */
export const LONGEST_ADDRESS = 254;
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

export interface Email {
  /** A word of the family that writes it, for lists and the log. */
  readonly kind: string;
  /** The sender's display name, such as a brokerage's title. */
  readonly fromName: string;
  /** `operator`: the address in PORTICO_OPERATOR_EMAIL. */
  readonly to: Mailbox | 'operator';
  /** Where a reply goes; by default to the sender's address. */
  readonly replyTo?: Mailbox | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The id of the stored lead that it is about. */
  readonly alertId?: number;
  /** Whether nobody waits for it, as for a digest: it is sent when no other email is due. */
  readonly bulk?: boolean;
  /** A calendar file (RFC 5545) to attach. */
  readonly calendar?: string | undefined;
  /** The saved search that it is about. */
  readonly searchId?: number;
  /** The https address that ends email of this kind with one click (RFC 8058). */
  readonly unsubscribe?: string;
}

const LINE_BREAKING = /[\p{Cc}\p{Zl}\p{Zp}]+/gu;
/** Characters that change the direction of text, and so can make one name look like another. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
/** Control characters except tab and line feed. */
const UNPRINTABLE = /(?![\t\n])\p{Cc}/gu;

/**
 * Text for one line of a header, without line breaks and other control characters, so that a visitor's
 * name cannot begin a header of its own.
 *
 * @param most The most characters; longer text ends in an ellipsis.
 */
export function headerText(text: string, most: number): string {
  return cutAt(text.replace(LINE_BREAKING, ' ').replace(TURNING, '').replace(/ {2,}/g, ' '), most);
}

/** Text for a body, without control characters but line feeds. @param most Longer text ends in an ellipsis. */
export function bodyText(text: string, most = Number.POSITIVE_INFINITY): string {
  return cutAt(text.replace(/\r\n?|[\u2028\u2029]/g, '\n').replace(UNPRINTABLE, ''), most);
}

function cutAt(text: string, most: number): string {
  const trimmed = text.trim();
  if (trimmed.length <= most) return trimmed;
  // By code points, as half a character would be invalid.
  return `${[...trimmed.slice(0, most * 2)].slice(0, most).join('').trimEnd()}…`;
}

/** A part of an email's body. Its content is plain text, whatever its source. */
export type Part =
  | { readonly paragraph: string }
  /** A code to copy, set apart from the text. */
  | { readonly code: string }
  /** The URL of a page, which is shown: a reader sees where it leads. */
  | { readonly page: string }
  /** What a visitor or member wrote. */
  | { readonly quote: string }
  /** Names and values, one a line; a fact without a value is left out. */
  | { readonly facts: readonly Fact[] }
  /** A title and a line about it; both are links where there is a URL. */
  | { readonly item: string; readonly about: string; readonly url: string }
  | { readonly link: string; readonly url: string };

/** A name and its value; '' and 0 mean no value. */
type Fact = readonly [name: string, value: string | number];

/** The most characters of one part; the body of a form may have a million. */
const LONGEST_PART = 10_000;
const LONGEST_FACT = 500;

const FONT = 'font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:#222222';
const CODE = 'font-family:Consolas,Menlo,monospace;font-size:20px;word-break:break-all';
const PAGE = 'word-break:break-all';
const QUOTE = 'margin:16px 0;padding:0 0 0 12px;border-left:3px solid #cccccc';
const ITEM = 'margin:0;padding:12px 0;border-top:1px solid #999999';
const NAME = 'padding:2px 16px 2px 0;vertical-align:top;color:#666666;white-space:nowrap';

/** As wide as a phone, no wider than is read with ease, and dark where its reader has it so. */
export const ADAPTIVE = [
  '<meta name="viewport" content="width=device-width, initial-scale=1">',
  '<meta name="color-scheme" content="light dark">',
  '<style>body{max-width:600px;margin:0 auto;padding:8px;overflow-wrap:anywhere}',
  'a{color:#1a56b0}@media (prefers-color-scheme:dark){',
  'body{background:#1b1b1b!important;color:#eeeeee!important}a{color:#9cc2ff!important}',
  'td:first-child{color:#aaaaaa!important}}</style>',
].join('');

/**
 * Writes a body as plain text and as HTML. All values are escaped in HTML.
 *
 * @param title The document's title in HTML.
 * @param head More of the document's head in HTML.
 */
export function writeBody(
  title: string,
  parts: readonly Part[],
  head = '',
): { text: string; html: string } {
  const filled = parts.map(withoutGaps).filter((part) => part !== undefined);
  return {
    text: `${filled.map(textOf).join('\n\n')}\n`,
    html: [
      '<!DOCTYPE html>',
      `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title>${head}</head>`,
      `<body style="${FONT}">`,
      ...filled.map(htmlOf),
      '</body></html>',
      '',
    ].join('\n'),
  };
}

/** Escapes text for HTML, between tags and within an attribute. */
export function escapeHtml(text: string): string {
  return text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');
}

function withoutGaps(part: Part): Part | undefined {
  if ('facts' in part) {
    const facts = part.facts
      // One line each: a value with line breaks could pass for another fact.
      .map(([name, value]): Fact => [name, value === 0 ? '' : headerText(`${value}`, LONGEST_FACT)])
      .filter(([, value]) => value !== '');
    return facts.length === 0 ? undefined : { facts };
  }
  if ('quote' in part) {
    const quote = bodyText(part.quote, LONGEST_PART);
    return quote === '' ? undefined : { quote };
  }
  return 'paragraph' in part ? { paragraph: bodyText(part.paragraph, LONGEST_PART) } : part;
}

function textOf(part: Part): string {
  if ('facts' in part) return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  if ('quote' in part) return part.quote.replace(/^/gm, '> ');
  if ('item' in part) return [part.item, part.about, part.url].filter(Boolean).join('\n');
  if ('link' in part) return `${part.link}: ${part.url}`;
  if ('page' in part) return part.page;
  return 'code' in part ? `    ${part.code}` : part.paragraph;
}

function htmlOf(part: Part): string {
  if ('facts' in part) {
    const rows = part.facts.map(
      ([name, value]) =>
        `<tr><td style="${NAME}">${escapeHtml(name)}</td><td>${escapeHtml(`${value}`)}</td></tr>`,
    );
    return `<table role="presentation" cellpadding="0" cellspacing="0">\n${rows.join('\n')}\n</table>`;
  }
  if ('quote' in part) return `<blockquote style="${QUOTE}">${lines(part.quote)}</blockquote>`;
  if ('item' in part) {
    return `<p style="${ITEM}"><strong>${linked(part.item, part.url)}</strong><br>\n${escapeHtml(part.about)}</p>`;
  }
  if ('link' in part) return `<p>${linked(part.link, part.url)}</p>`;
  if ('code' in part) return `<p style="${CODE}">${escapeHtml(part.code)}</p>`;
  if ('page' in part) return `<p style="${PAGE}">${linked(part.page, part.page)}</p>`;
  return `<p>${lines(part.paragraph)}</p>`;
}

function lines(text: string): string {
  return escapeHtml(text).replace(/\n/g, '<br>\n');
}

function linked(text: string, url: string): string {
  return url === '' ? escapeHtml(text) : `<a href="${escapeHtml(url)}">${escapeHtml(text)}</a>`;
}
