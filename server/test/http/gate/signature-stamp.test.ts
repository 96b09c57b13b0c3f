import { expect, it } from 'vitest';
import { forEachDatabase } from '../../rig/databases.js';
import {
  askAll,
  gateServerFor,
  type Holder,
  inForm,
  inJson,
  inQuery,
  refusal,
  signed,
} from './signing.js';

const MINUTE = 60 * 1000;
const HOUR = 60 * MINUTE;

forEachDatabase('the stamp of a signed call', (database) => {
  const server = gateServerFor(database);

  it('has one way to be written', async () => {
    const holder = await server().issue();
    const stamp = server().clock.now();
    const { apiKey, token } = signed(holder, stamp);
    const text = String(stamp);
    const others = [
      `0${text}`,
      `+${text}`,
      `-${text}`,
      ` ${text}`,
      `${text} `,
      `${text}.0`,
      `${text}n`,
      `${stamp / 1e12}e12`,
      stamp.toExponential(),
      `0x${stamp.toString(16)}`,
      `${text.slice(0, 10)}`,
      text.replace(/(\d{3})$/, '_$1'),
      [...text].map((digit) => String.fromCodePoint(0x660 + Number(digit))).join(''),
      '9'.repeat(400),
      '9007199254740993',
      'NaN',
      new Date(stamp).toISOString(),
    ];
    const calls = others.map((other) => inForm({ apiKey, stamp: other, token }));
    expect(await askAll(server(), calls)).toEqual(others.map(() => 403));
    const numbers = [stamp + 0.5, -stamp, 1e300, stamp / 1000];
    const inNumbers = numbers.map((number) => inJson({ apiKey, stamp: number, token }));
    expect(await askAll(server(), inNumbers)).toEqual(numbers.map(() => 403));
    expect(await askAll(server(), [inJson({ apiKey, stamp, token })])).toEqual([200]);
  });

  async function at(holder: Holder, age: number): Promise<number> {
    return server().ask(inQuery(signed(holder, server().clock.now() - age)));
  }

  it('is at most three hours old, to the millisecond', async () => {
    const holder = await server().issue();
    expect(await at(holder, 3 * HOUR + 1)).toBe(403);
    expect(await at(holder, 3 * HOUR)).toBe(200);
    expect(await at(holder, 3 * HOUR - 1)).toBe(200);
    expect(await at(holder, 30 * HOUR)).toBe(403);
    expect(
      await refusal(server(), inQuery(signed(holder, server().clock.now() - 4 * HOUR))),
    ).toEqual([
      403,
      'The stamp is more than three hours old: send the current time in milliseconds.',
    ]);
    expect(await server().ask(inQuery(signed(holder, 0)))).toBe(403);
    expect(await server().ask(inQuery(signed(holder, 1_700_000_000)))).toBe(403);
  });

  it('is at most five minutes ahead, to the millisecond', async () => {
    const holder = await server().issue();
    expect(await at(holder, -5 * MINUTE - 1)).toBe(403);
    expect(await at(holder, -5 * MINUTE)).toBe(200);
    expect(await at(holder, -5 * MINUTE + 1)).toBe(200);
    expect(await at(holder, -24 * HOUR)).toBe(403);
    expect(await refusal(server(), inQuery(signed(holder, server().clock.now() + HOUR)))).toEqual([
      403,
      'The stamp lies in the future: send the current time in milliseconds, and check the clock.',
    ]);
  });

  it('that came too early is good once its time has come, and bad again after it', async () => {
    const holder = await server().issue();
    const early = signed(holder, server().clock.now() + 6 * MINUTE);
    expect(await server().ask(inQuery(early))).toBe(403);
    server().clock.advance(MINUTE);
    expect(await server().ask(inQuery(early))).toBe(200);
    const late = signed(holder, server().clock.now());
    server().clock.advance(3 * HOUR + 1);
    expect(await server().ask(inQuery(late))).toBe(403);
  });
});
