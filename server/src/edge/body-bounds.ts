import { BodyProblem } from './body-problem.js';

/*
 * What a body costs to read depends on how many things are in it more than on its bytes. These
 * count them over the bytes, before anything is made of them. UTF-8 has no byte of a longer
 * character that looks like ASCII, so bytes are enough.
 */

/** How many members the objects of a JSON body, or the fields of a form, may be in all (R15). */
const MOST_MEMBERS = 1000;

/**
 * How many commas a JSON body may have outside of its texts: those between its members, and twice as
 * many between the elements of its lists.
 */
const MOST_COMMAS = 3 * MOST_MEMBERS;

/** How deep a JSON body may be nested. */
const DEEPEST = 32;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COLON = 0x3a;
const COMMA = 0x2c;
const AMPERSAND = 0x26;
const OPENING_BRACE = 0x7b;
const CLOSING_BRACE = 0x7d;
const OPENING_BRACKET = 0x5b;
const CLOSING_BRACKET = 0x5d;

/**
 * Refuses JSON with too many members, with too many elements or nested too deep. Whether it is JSON
 * is for the parser to say.
 *
 * @throws BodyProblem
 */
export function checkJsonBounds(body: Buffer): void {
  let members = 0;
  let commas = 0;
  let depth = 0;
  for (let at = 0; at < body.length; at += 1) {
    switch (body[at]) {
      case QUOTE:
        at = endOfText(body, at + 1);
        break;
      case COLON:
        members += 1;
        if (members > MOST_MEMBERS) {
          throw new BodyProblem(`The body has more than ${MOST_MEMBERS} members.`);
        }
        break;
      case COMMA:
        commas += 1;
        if (commas > MOST_COMMAS) throw new BodyProblem('The body has too many values.');
        break;
      case OPENING_BRACE:
      case OPENING_BRACKET:
        depth += 1;
        if (depth > DEEPEST) {
          throw new BodyProblem(`The body is nested more than ${DEEPEST} levels deep.`);
        }
        break;
      case CLOSING_BRACE:
      case CLOSING_BRACKET:
        depth -= 1;
        break;
    }
  }
}

/** Where the text ends whose first byte is at `at`: at its closing quote, or behind the body. */
function endOfText(body: Buffer, at: number): number {
  let next = at;
  while (next < body.length && body[next] !== QUOTE) next += body[next] === BACKSLASH ? 2 : 1;
  return next;
}

/**
 * Refuses a form with too many fields.
 *
 * @throws BodyProblem
 */
export function checkFormBounds(body: Buffer): void {
  let fields = 0;
  let before = AMPERSAND;
  for (const byte of body) {
    if (before === AMPERSAND && byte !== AMPERSAND) {
      fields += 1;
      if (fields > MOST_MEMBERS) {
        throw new BodyProblem(`The form has more than ${MOST_MEMBERS} fields.`);
      }
    }
    before = byte;
  }
}
