import { describe, expect, it } from 'vitest';
import { BodyProblem, checkFormBounds, checkJsonBounds } from '../../src/http/body-bounds.js';

/** What is said against a body; undefined where nothing is. */
function problemOf(check: (body: Buffer) => void, body: string): string | undefined {
  try {
    check(Buffer.from(body));
    return undefined;
  } catch (error) {
    if (error instanceof BodyProblem) return error.message;
    throw error;
  }
}

const json = (value: unknown) => problemOf(checkJsonBounds, JSON.stringify(value));
const form = (body: string) => problemOf(checkFormBounds, body);
const list = <Item>(length: number, item: (at: number) => Item) =>
  Array.from({ length }, (_, at) => item(at));
const object = (members: number, value: unknown = 0) =>
  Object.fromEntries(list(members, (at) => [`m${at}`, value]));

describe('the bounds of a JSON body', () => {
  const MEMBERS = 'The body has more than 1000 members.';

  it('are 1,000 members in all, nested ones and repeated ones counted', () => {
    expect(json(object(1000))).toBeUndefined();
    expect(json(object(1001))).toBe(MEMBERS);
    expect(json({ a: object(499), b: [object(498), {}] })).toBeUndefined();
    expect(json({ a: object(499), b: [object(500), {}] })).toBe(MEMBERS);
    const repeated = (count: number) => `{${list(count, () => '"a":1').join(',')}}`;
    expect(problemOf(checkJsonBounds, repeated(1000))).toBeUndefined();
    expect(problemOf(checkJsonBounds, repeated(1001))).toBe(MEMBERS);
  });

  it('do not count what stands in texts', () => {
    const busy = '{"a":[1,2],'.repeat(5000);
    expect(json({ [busy]: busy, b: `${busy}\\`, c: `\\"${busy}`, d: 'Größe ☂ 🏙'.repeat(9) })).toBe(
      undefined,
    );
    expect(json({ a: '\\', ...object(999) })).toBeUndefined();
    expect(json({ a: '\\', ...object(1000) })).toBe(MEMBERS);
    expect(json({ a: 'x"', ...object(1000) })).toBe(MEMBERS);
  });

  it('are three values for each member', () => {
    expect(json({ a: list(1500, Number), b: list(1500, Number) })).toBeUndefined();
    expect(json({ a: list(1500, Number), b: list(1503, Number) })).toBe(
      'The body has too many values.',
    );
    expect(json({ a: list(4000, () => []) })).toBe('The body has too many values.');
  });

  it('are 32 levels', () => {
    const nested = (levels: number) => '{"a":['.repeat(levels / 2) + ']}'.repeat(levels / 2);
    expect(problemOf(checkJsonBounds, nested(32))).toBeUndefined();
    expect(problemOf(checkJsonBounds, nested(34))).toBe(
      'The body is nested more than 32 levels deep.',
    );
    expect(json(list(900, () => [[[]]]))).toBeUndefined();
  });

  it('leave it to the parser what is no JSON', () => {
    for (const body of ['', '"', '"\\', '{', '}}}', 'x', '{"a"', '\0', '"a\\"']) {
      expect([body, problemOf(checkJsonBounds, body)]).toEqual([body, undefined]);
    }
  });
});

describe('the bounds of a form', () => {
  it('are 1,000 fields', () => {
    const fields = (count: number) => list(count, (at) => `f${at}=${at}`).join('&');
    expect(form(fields(1000))).toBeUndefined();
    expect(form(`&&${fields(1000)}&&`)).toBeUndefined();
    expect(form(fields(1001))).toBe('The form has more than 1000 fields.');
    expect(form('a=1&'.repeat(1001))).toBe('The form has more than 1000 fields.');
    expect(form('&'.repeat(100_000))).toBeUndefined();
    expect(form('')).toBeUndefined();
  });
});
