/** A body that came whole and cannot be read. It is answered with code 256, after the gate (R13). */
export class BodyProblem extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'BodyProblem';
  }
}

/*
 * The cost of reading a body depends more on its number of values than on its bytes. These functions
 * count them in the bytes, before the body is parsed. In UTF-8 no byte of a longer character looks like
 * ASCII, so bytes are enough.
 */

/** The most members of all objects of a JSON body, or fields of a form (R15). */
const MOST_MEMBERS = 1000;

/**
 * The most commas of a JSON body outside of strings: those between its members, and twice as many
 * between the elements of its arrays.
 */
const MOST_COMMAS = 3 * MOST_MEMBERS;

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

/** Refuses JSON with too many members or elements, or too deep nesting. A parser decides on the rest. @throws BodyProblem */
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

/** The index of a string's closing quote, or one behind the body. @param at Its first byte. */
function endOfText(body: Buffer, at: number): number {
  let next = at;
  while (next < body.length && body[next] !== QUOTE) next += body[next] === BACKSLASH ? 2 : 1;
  return next;
}

/** Refuses a form with too many fields. @throws BodyProblem */
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
