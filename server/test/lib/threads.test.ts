import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { BackgroundThreads } from '../../src/lib/threads.js';

let threads: BackgroundThreads<(task: number) => number>;
afterEach(() => threads.close());

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

it('fails what waits for a thread that cannot be started, each time', async () => {
  threads = new BackgroundThreads(fileOf('absent-thread.js'), 2, 'is absent');
  for (let time = 0; time < 2; time += 1) {
    const works = [1, 2, 3].map((task) => threads.run(task));
    for (const work of works) {
      await expect(work).rejects.toThrow(/^The thread that is absent does not start: .*absent/);
    }
  }
});

it('fails what waits for a thread that has ended, and starts another for what comes after', async () => {
  threads = new BackgroundThreads(fileOf('ending-thread.js'), 1, 'ends');
  const works = await Promise.allSettled([0, 1, 2].map((task) => threads.run(task)));
  expect(works.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await threads.run(3)).toBe(3);
});
