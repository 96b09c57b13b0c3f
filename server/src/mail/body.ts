import { bodyText, headerText } from './email.js';

/** A part of a letter's body. What it holds is plain text, wherever it comes from. */
export type Part =
  | { readonly paragraph: string }
  /** Something to be copied, set apart. */
  | { readonly code: string }
  /** What somebody wrote. */
  | { readonly quote: string }
  /** Names and values, a line each; those without a value are left out. */
  | { readonly facts: readonly Fact[] };

/** A name and its value; a value of '' or 0 is none. */
export type Fact = readonly [name: string, value: string | number];

/** Characters of one part; a body that was sent to a form may have a million. */
const LONGEST_PART = 10_000;
const LONGEST_FACT = 500;

const FONT = 'font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:#222222';
const CODE = 'font-family:Consolas,Menlo,monospace;font-size:20px;word-break:break-all';
const QUOTE = 'margin:16px 0;padding:0 0 0 12px;border-left:3px solid #cccccc';
const NAME = 'padding:2px 16px 2px 0;vertical-align:top;color:#666666;white-space:nowrap';

/**
 * Writes a body twice: as plain text, and as HTML in which all of it is escaped.
 *
 * @param title The document's title in HTML.
 */
export function writeBody(title: string, parts: readonly Part[]): { text: string; html: string } {
  const told = parts.map(withoutGaps).filter((part) => part !== undefined);
  return {
    text: `${told.map(textOf).join('\n\n')}\n`,
    html: [
      '<!DOCTYPE html>',
      `<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head>`,
      `<body style="${FONT}">`,
      ...told.map(htmlOf),
      '</body></html>',
      '',
    ].join('\n'),
  };
}

/** Text that is nothing but text in HTML, between tags as well as within an attribute. */
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
      // One line each: a value that brought its own lines could pass for another fact.
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
