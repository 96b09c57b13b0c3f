import { bodyText, headerText } from './email.js';

/** A part of an email's body. Its content is plain text, whatever its source. */
export type Part =
  | { readonly paragraph: string }
  /** A code to copy, set apart from the text. */
  | { readonly code: string }
  /** What a visitor or member wrote. */
  | { readonly quote: string }
  /** Names and values, one a line; a fact without a value is left out. */
  | { readonly facts: readonly Fact[] };

/** A name and its value; '' and 0 mean no value. */
export type Fact = readonly [name: string, value: string | number];

/** The most characters of one part; the body of a form may have a million. */
const LONGEST_PART = 10_000;
const LONGEST_FACT = 500;

const FONT = 'font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:#222222';
const CODE = 'font-family:Consolas,Menlo,monospace;font-size:20px;word-break:break-all';
const QUOTE = 'margin:16px 0;padding:0 0 0 12px;border-left:3px solid #cccccc';
const NAME = 'padding:2px 16px 2px 0;vertical-align:top;color:#666666;white-space:nowrap';

/**
 * Writes a body as plain text and as HTML. All values are escaped in HTML.
 *
 * @param title The document's title in HTML.
 */
export function writeBody(title: string, parts: readonly Part[]): { text: string; html: string } {
  const filled = parts.map(withoutGaps).filter((part) => part !== undefined);
  return {
    text: `${filled.map(textOf).join('\n\n')}\n`,
    html: [
      '<!DOCTYPE html>',
      `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
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
  return 'code' in part ? part : { paragraph: bodyText(part.paragraph, LONGEST_PART) };
}

function textOf(part: Part): string {
  if ('facts' in part) return part.facts.map(([name, value]) => `${name}: ${value}`).join('\n');
  if ('quote' in part) return part.quote.replace(/^/gm, '> ');
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
  if ('code' in part) return `<p style="${CODE}">${escapeHtml(part.code)}</p>`;
  return `<p>${lines(part.paragraph)}</p>`;
}

function lines(text: string): string {
  return escapeHtml(text).replace(/\n/g, '<br>\n');
}
