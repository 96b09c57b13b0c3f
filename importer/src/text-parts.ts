import { RE2JS, RE2JSSyntaxException } from 're2js';
import { quoted } from './text.js';

/** A part of a text, without blanks around it; undefined where the text has no such part. */
export type TextPart = (text: string) => string | undefined;

const LONGEST_PATTERN = 500;

/** The text before the first mark; the whole text where there is no mark. */
export function textBefore(mark: string): TextPart {
  return (text) => {
    const at = text.indexOf(mark);
    return filled(at === -1 ? text : text.slice(0, at));
  };
}

/** The text behind the first mark. */
export function textAfter(mark: string): TextPart {
  return (text) => {
    const at = text.indexOf(mark);
    return at === -1 ? undefined : filled(text.slice(at + mark.length));
  };
}

/**
 * What a pattern finds first: its first group, or all of it where it has none. A pattern comes from a mapping
 * and meets every record, so it runs in RE2, whose time grows with the text alone: a pattern that makes
 * JavaScript's own engine try for hours costs milliseconds. That engine knows no lookaround and no
 * backreferences.
 *
 * @returns In place of the part, what is wrong with the pattern.
 */
export function textMatch(pattern: string): TextPart | string {
  if (pattern.length > LONGEST_PATTERN) {
    return `a pattern has at most ${LONGEST_PATTERN} characters`;
  }
  let compiled: RE2JS;
  try {
    compiled = RE2JS.compile(pattern);
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    const reason = error.message.replace('error parsing regexp: ', '');
    return `the pattern ${quoted(pattern)} cannot be used: ${reason}`;
  }
  return (text) => {
    const matcher = compiled.matcher(text);
    if (!matcher.find()) return undefined;
    return filled(matcher.group(matcher.groupCount() > 0 ? 1 : 0) ?? '');
  };
}

function filled(text: string): string | undefined {
  const trimmed = text.trim();
  return trimmed === '' ? undefined : trimmed;
}
