import type { ChildProcess } from 'node:child_process';
import { systemTimer } from '../../lib/clock.js';
import { stripControls } from '../../lib/text.js';
import { endProcess } from '../../lib/threads.js';
import type { Services } from '../../services.js';
import { claimPull } from '../../store/tenant/pull-schedules.js';
import type { World } from '../command.js';
import { noteInDirectory } from '../import/recorded.js';
import { forkCommand } from './fork-command.js';

/** How often the server looks which pulls are due. */
const LOOK_MS = 10_000;

/** The most runs of one server process at a time. */
const MOST_AT_ONCE = 4;

/** How long a run may take to end at the stop of the server: it writes the batch that it has begun. */
const STOP_MS = 10_000;

/** Characters of what a process says first, which is why it has failed. */
const OUTPUT_KEPT = 400;

/**
 * Runs the pulls that are kept in databases, each as a child process when it is due: what it reads takes memory and
 * processors that calls need. Any number of servers may do so, as a run is claimed in its database, and has its source.
 */
export class ScheduledPulls {
  readonly #services: Services;
  readonly #world: Pick<World, 'environment' | 'cwd'>;
  readonly #children = new Map<string, ChildProcess>();
  #looking: Promise<void> | undefined;
  #cancel = () => {};
  #stopping = false;

  constructor(services: Services, world: Pick<World, 'environment' | 'cwd'>) {
    this.#services = services;
    this.#world = world;
  }

  /** Looks now, and then regularly. */
  start(): void {
    const { log } = this.#services;
    this.#looking = this.#look()
      .catch((error: Error) => log.warn({ reason: error.message }, 'pulls cannot be looked for'))
      .then(() => {
        if (!this.#stopping) this.#cancel = systemTimer.after(LOOK_MS, () => this.start());
      });
  }

  /** Begins no other run, and ends those under way between two batches. */
  async stop(): Promise<void> {
    this.#stopping = true;
    this.#cancel();
    await this.#looking;
    await Promise.all([...this.#children.values()].map((child) => endProcess(child, STOP_MS)));
  }

  async #look(): Promise<void> {
    const { directory, clock, log } = this.#services;
    for (const [name, notes] of await directory.emailNotes.pulls()) {
      for (const { source, nextAt, heldUntil = Number.POSITIVE_INFINITY } of notes) {
        // A run that was killed is not heard of again.
        const isDue = typeof nextAt === 'number' && Math.min(nextAt, heldUntil) <= clock.now();
        if (!isDue || this.#children.has(`${name} ${source}`)) continue;
        if (this.#stopping || this.#children.size >= MOST_AT_ONCE) return;
        // A database that is out of reach does not hold up the others.
        await this.#begin(name, source).catch(({ message: reason }: Error) =>
          log.warn({ client: name, source, reason }, 'a pull does not begin'),
        );
      }
    }
  }

  async #begin(name: string, source: string): Promise<void> {
    const { directory, tenants } = this.#services;
    const entry = await directory.tenant(name);
    if (entry === undefined) return;
    const isClaimed = await tenants.visiting(entry, async (database) => {
      const claimed = await claimPull(database, source);
      // Else the next look would open the database again.
      await noteInDirectory({ services: this.#services, database });
      return claimed;
    });
    if (isClaimed && !this.#stopping) this.#run(name, source);
  }

  #run(name: string, source: string): void {
    const { log } = this.#services;
    const args = ['pull', 'run', name, '--source', source, '--json'];
    const child = forkCommand(args, this.#world, 'stderr');
    const key = `${name} ${source}`;
    this.#children.set(key, child);
    let output = '';
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(0, OUTPUT_KEPT);
    });
    child.once('error', ({ message: reason }) =>
      log.error({ client: name, source, reason }, 'the process of a pull fails'),
    );
    child.once('close', (code, signal) => {
      this.#children.delete(key);
      if (code === 0 || this.#stopping) return;
      const reason = stripControls(output.split('\n')[0] ?? '');
      log.warn({ client: name, source, code, signal, reason }, 'a pull has failed');
    });
  }
}
