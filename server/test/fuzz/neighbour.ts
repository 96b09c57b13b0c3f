import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Phase, Seen } from './neighbour-process.js';

/** The well-behaved website, as its parent sees it. */
export class Neighbour {
  readonly #child: ChildProcess;

  constructor(port: number, keys: readonly string[]) {
    const program = fileURLToPath(new URL('./neighbour-process.ts', import.meta.url));
    this.#child = fork(program, [String(port), ...keys]);
  }

  phase(phase: Phase): void {
    this.#child.send(phase);
  }

  async seen(): Promise<Seen> {
    const answer = once(this.#child, 'message');
    this.#child.send('tell');
    const [seen] = await answer;
    return seen as Seen;
  }

  async stop(): Promise<void> {
    // Whoever stops the run may have stopped it too.
    if (!this.#child.connected) return;
    const closed = once(this.#child, 'exit');
    this.#child.disconnect();
    await closed;
  }
}
