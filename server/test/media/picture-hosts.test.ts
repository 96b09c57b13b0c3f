import { expect, it } from 'vitest';
import { ManualClock } from '../../src/lib/clock.js';
import { FetchProblem } from '../../src/resources/pictures/fetch-picture.js';
import { PictureHosts } from '../../src/resources/pictures/picture-hosts.js';

const URL_1 = 'https://pictures.example/1.jpg';

/** Hosts whose pauses move a clock. */
function hosts(perSecond = 5) {
  const clock = new ManualClock(0);
  const wait = async (ms: number) => clock.advance(ms);
  return { clock, hosts: new PictureHosts({ perSecond, clock, wait }) };
}

const busy = (afterMs?: number) => new FetchProblem('The host answered 429.', false, { afterMs });

/** Fails with these problems, then answers, and notes when it was asked. */
function answering(clock: ManualClock, ...problems: (FetchProblem | undefined)[]) {
  const asked: number[] = [];
  const fetch = async () => {
    asked.push(clock.monotonic());
    const problem = problems.shift();
    if (problem !== undefined) throw problem;
    return 'picture';
  };
  return { asked, fetch };
}

it('asks each host so many times a second', async () => {
  const { clock, hosts: paced } = hosts(5);
  const { asked, fetch } = answering(clock);
  for (let count = 0; count < 3; count += 1) await paced.ask(URL_1, undefined, fetch);
  await paced.ask('https://other.example/1.jpg', undefined, fetch);
  expect(asked).toEqual([0, 200, 400, 400]);
});

it('asks again after the time that a host asks for, or after one that grows', async () => {
  const { clock, hosts: paced } = hosts();
  const { asked, fetch } = answering(clock, busy(30_000), busy(), busy());
  expect(await paced.ask(URL_1, undefined, fetch)).toBe('picture');
  expect(asked).toEqual([0, 30_000, 32_000, 36_000]);
});

it('takes the refusals of requests that were under way together for one', async () => {
  const { clock, hosts: paced } = hosts();
  const other = answering(clock, busy(1000));
  const { asked, fetch } = answering(clock, busy(1000));
  const both = () =>
    Promise.all([fetch, other.fetch].map((each) => paced.ask(URL_1, undefined, each)));
  expect(await both()).toEqual(['picture', 'picture']);
  expect(asked).toHaveLength(2);
});

it.each([
  ['asks for an hour', [busy(3_600_000)], 1],
  ['refuses again and again', [busy(), busy(), busy(), busy()], 4],
])('gives a host up that %s', async (_name, problems, times) => {
  const { clock, hosts: paced } = hosts();
  const { asked, fetch } = answering(clock, ...problems);
  await expect(paced.ask(URL_1, undefined, fetch)).rejects.toThrow('The host answered 429.');
  await expect(paced.ask(URL_1, undefined, fetch)).rejects.toThrow(
    'The host answered 429. It is not asked again in this import.',
  );
  expect(asked).toHaveLength(times);
  expect(await paced.ask('https://other.example/1.jpg', undefined, fetch)).toBe('picture');
});

it('gives one picture up that its host refuses, and goes on with the others', async () => {
  const { clock, hosts: paced } = hosts();
  const good = answering(clock);
  let refused = 0;
  const bad = async () => {
    refused += 1;
    await paced.ask('https://pictures.example/2.jpg', undefined, good.fetch);
    throw busy();
  };
  await expect(paced.ask(URL_1, undefined, bad)).rejects.toThrow('The host answered 429.');
  expect(refused).toBe(4);
  expect(await paced.ask(URL_1, undefined, good.fetch)).toBe('picture');
});

it('gives a host up that is not reached five times in a row', async () => {
  const { clock, hosts: paced } = hosts();
  const away = () => new FetchProblem('The host is not reached.', true);
  const { asked, fetch } = answering(clock, ...Array.from({ length: 5 }, away));
  for (let count = 0; count < 5; count += 1) {
    await expect(paced.ask(URL_1, undefined, fetch)).rejects.toThrow('The host is not reached.');
  }
  await expect(paced.ask(URL_1, undefined, fetch)).rejects.toThrow('not reached for others');
  expect(asked).toHaveLength(5);
});
