import { Interruptions } from 'portico-media/variants.js';
import { expect, it } from 'vitest';
import { ManualClock } from '../../src/lib/clock.js';

it('leaves a picture alone for an hour that is interrupted again and again, and no other', () => {
  const clock = new ManualClock(0);
  const interruptions = new Interruptions(clock);
  for (const isLeftAlone of [false, false, true]) {
    interruptions.note('acme/a.jpg');
    expect(interruptions.isLeftAlone('acme/a.jpg')).toBe(isLeftAlone);
  }
  expect(interruptions.isLeftAlone('acme/b.jpg')).toBe(false);
  clock.advance(3_600_000);
  expect(interruptions.isLeftAlone('acme/a.jpg')).toBe(false);
  interruptions.note('acme/a.jpg');
  expect(interruptions.isLeftAlone('acme/a.jpg')).toBe(true);
  clock.advance(3_600_000);
  interruptions.forget('acme/a.jpg');
  interruptions.note('acme/a.jpg');
  expect(interruptions.isLeftAlone('acme/a.jpg')).toBe(false);
});

it('remembers a bounded number of pictures', () => {
  const interruptions = new Interruptions(new ManualClock(0));
  for (let time = 0; time < 3; time += 1) interruptions.note('acme/first.jpg');
  for (let index = 0; index < 1000; index += 1) interruptions.note(`acme/${index}.jpg`);
  expect(interruptions.isLeftAlone('acme/first.jpg')).toBe(false);
});
