import { expect, test } from 'vitest';
import { commandRunner } from '../../../src/commands/serve/console-commands.js';
import type { Timer } from '../../../src/lib/clock.js';
import { temporaryFolder } from '../../rig/temp.js';

const STATUS = ['status', '--json'];
const ERASE = ['member', 'erase', '--yes', '--json', '--', 'acme', 'nora@example.com'];

function worldOf() {
  const { PATH, HOME, TMPDIR } = process.env;
  const folder = temporaryFolder();
  return { cwd: folder, environment: { PATH, HOME, TMPDIR, PORTICO_DATA: folder } };
}

/** The time of every command is over at once. */
const noTime: Timer = {
  after(_ms, run) {
    run();
    return () => {};
  },
};

test('a command whose time is over is ended, and the next one has its turn', async () => {
  const { run } = commandRunner(worldOf(), noTime);
  const erasures = [1, 2, 3].map(() => run(ERASE, 'editor@example.com'));
  await Promise.all(
    [...erasures, run(STATUS, 'viewer@example.com')].map((each) =>
      expect(each).rejects.toThrow(/^The command \w+ ended with null and no whole answer/),
    ),
  );
});

test('those who ask for the status at once get one, and take nobody a turn', async () => {
  const { run } = commandRunner(worldOf());
  const first = run(STATUS, 'one@example.com');
  expect(run(STATUS, 'two@example.com')).toBe(first);
  const refused = run(ERASE, 'editor@example.com');
  expect((await first).json).toEqual(expect.any(Object));
  expect((await refused).json).toEqual(expect.any(Object));
  const next = run(STATUS, 'one@example.com');
  expect(next).not.toBe(first);
  await next;
});

test('a stop ends what runs, and begins nothing that waits', async () => {
  const { run, stop } = commandRunner(worldOf());
  const erasures = [1, 2].map(() => run(ERASE, 'editor@example.com'));
  const refused = erasures.map((each) => expect(each).rejects.toThrow());
  await stop();
  await Promise.all(refused);
  await expect(run(STATUS, 'viewer@example.com')).rejects.toThrow('More work is waiting');
});
