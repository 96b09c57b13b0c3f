import { type ChildProcess, fork } from 'node:child_process';
import { builtFile, letStandBack } from 'portico/lib/threads.js';
import { BROKEN, PictureInterrupted, PictureProblem } from './picture.js';
import type { PictureAnswer } from './picture-process.js';
import type { PictureResults, PictureWork } from './picture-work.js';

/** How long a process may take for a picture. The decoder's own limit does not end every encoder. */
const TIMEOUT_MS = 40_000;

/** How long a process stays without work. */
const IDLE_MS = 30_000;

/** The memory of a process from which on another takes its place, in bytes: the allocator gives little back. */
const MOST_MEMORY = 350_000_000;

/** How often a picture is worked on whose process is ended from outside. */
const ATTEMPTS = 2;

/** How a process ends in which a decoder breaks. Any other signal comes from outside, and says nothing of the picture. */
const CRASHES = new Set<NodeJS.Signals>([
  ...(['SIGABRT', 'SIGBUS', 'SIGFPE', 'SIGILL'] as const),
  ...(['SIGSEGV', 'SIGSYS', 'SIGTRAP', 'SIGXCPU'] as const),
]);

const FAULT = 'A process that makes pictures has ended by itself';

/**
 * Processes that decode and encode pictures, each one at a time. A picture that a decoder breaks or hangs at
 * ends its process and nothing else; their memory is not the server's; and they stand back, so that calls go
 * first. They get no environment, and so no secret.
 */
export class PictureProcesses {
  readonly #idle: { readonly child: ChildProcess; readonly timer: NodeJS.Timeout }[] = [];
  readonly #all = new Set<ChildProcess>();
  readonly #timeoutMs: number;
  #closed = false;

  constructor(timeoutMs = TIMEOUT_MS) {
    this.#timeoutMs = timeoutMs;
  }

  /** The ids of the processes that there are. */
  get pids(): readonly number[] {
    return [...this.#all].flatMap(({ pid }) => pid ?? []);
  }

  /**
   * Has work done by an idle process, or by a new one: the caller bounds how many run. Where the process is ended
   * from outside, another one repeats the work.
   *
   * @throws PictureProblem for a file that is no sound picture, or that no process survives.
   * @throws PictureInterrupted
   */
  async run<Kind extends PictureWork['kind']>(
    work: Extract<PictureWork, { kind: Kind }>,
  ): Promise<PictureResults[Kind]> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.#run(work);
      } catch (error) {
        const isFinal = attempt === ATTEMPTS || this.#closed;
        if (isFinal || !(error instanceof PictureInterrupted)) throw error;
      }
    }
  }

  async #run<Kind extends PictureWork['kind']>(
    work: Extract<PictureWork, { kind: Kind }>,
  ): Promise<PictureResults[Kind]> {
    const child = this.#take();
    const answer = await this.#ask(child, work);
    if ('problem' in answer) {
      this.#giveBack(child);
      throw new PictureProblem(answer.problem);
    }
    if (answer.memoryBytes > MOST_MEMORY) this.#end(child);
    else this.#giveBack(child);
    return answer.result as PictureResults[Kind];
  }

  /** Ends all processes; work under way fails. */
  async close(): Promise<void> {
    this.#closed = true;
    for (const { timer } of this.#idle.splice(0)) clearTimeout(timer);
    for (const child of this.#all) this.#end(child);
  }

  #take(): ChildProcess {
    const idle = this.#idle.pop();
    if (idle !== undefined) {
      clearTimeout(idle.timer);
      idle.child.ref();
      idle.child.channel?.ref();
      return idle.child;
    }
    const child = fork(builtFile(new URL('./picture-process.ts', import.meta.url)), [], {
      execArgv: [],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      // Fewer arenas keep what was freed together.
      env: { MALLOC_ARENA_MAX: '2' },
    });
    letStandBack(child);
    this.#all.add(child);
    child.once('exit', () => this.#forget(child));
    // A process that does not start ends, too, and what waits for it hears of that.
    child.on('error', () => this.#end(child));
    return child;
  }

  #ask(child: ChildProcess, work: PictureWork): Promise<PictureAnswer> {
    return new Promise((resolve, reject) => {
      const done = () => {
        clearTimeout(timer);
        child.off('message', hear);
        child.off('exit', hearEnd);
        child.off('error', fail);
      };
      const hear = (answer: unknown) => {
        done();
        resolve(answer as PictureAnswer);
      };
      const fail = (error: Error) => {
        done();
        reject(error);
      };
      let tookTooLong = false;
      const hearEnd = (code: number | null, signal: NodeJS.Signals | null) => {
        // One that ends by itself has a fault; one that breaks or hangs did not survive its picture.
        if (signal === null) fail(new Error(`${FAULT} (${code}).`));
        else if (tookTooLong || CRASHES.has(signal)) fail(new PictureProblem(BROKEN));
        else fail(new PictureInterrupted(signal));
      };
      const timer = setTimeout(() => {
        tookTooLong = true;
        child.kill('SIGKILL');
      }, this.#timeoutMs);
      child.on('message', hear);
      child.on('exit', hearEnd);
      child.on('error', fail);
      // Where it fails, the process has ended or does not start, which the events say.
      child.send(work, () => {});
    });
  }

  /** An idle process keeps this one from no end. */
  #giveBack(child: ChildProcess): void {
    if (!this.#all.has(child)) return;
    child.unref();
    child.channel?.unref();
    const timer = setTimeout(() => this.#end(child), IDLE_MS).unref();
    this.#idle.push({ child, timer });
  }

  #end(child: ChildProcess): void {
    child.kill('SIGKILL');
    this.#forget(child);
  }

  #forget(child: ChildProcess): void {
    this.#all.delete(child);
    const at = this.#idle.findIndex((idle) => idle.child === child);
    if (at === -1) return;
    clearTimeout(this.#idle[at]?.timer);
    this.#idle.splice(at, 1);
  }
}
