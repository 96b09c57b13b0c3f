import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach } from 'vitest';
import { runProgram } from '../../src/commands/program.js';
import { systemClock } from '../../src/lib/clock.js';

/** The program of this checkout. */
export const program = fileURLToPath(new URL('../../bin/portico.js', import.meta.url));

/** How one run of the program ended. */
export interface Run {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Where the program runs, and with which settings beside the ones a process needs. */
export interface Place {
  /** Its working folder. */
  readonly folder: string;
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Path of another build's `portico.js`, for processes of their own; without it, this checkout's. */
  readonly program?: string;
  /** What a command within the test's process reads on standard input. */
  readonly stdin?: Readable & { readonly isTTY?: boolean };
  /** How wide the terminal is that it prints to; without it, none. */
  readonly columns?: number;
}

function environmentOf({ environment }: Place): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, ...environment };
}

const running = new Set<Running>();

// A test leaves no program behind, be it done or failed half way. What one said that a failed test
// has waited for is shown, as nobody can ask it any more.
afterEach(async ({ task }) => {
  for (const run of running) {
    if (task.result?.state === 'fail')
      process.stderr.write(`Still running:\n${run.stdout}\n${run.stderr}\n`);
    await run.kill();
  }
});

/** A run of the program that has not ended. */
export class Running {
  readonly child: ChildProcess;
  readonly ended: Promise<Run>;
  stdout = '';
  stderr = '';

  constructor(place: Place, args: readonly string[]) {
    this.child = spawn(process.execPath, [place.program ?? program, ...args], {
      cwd: place.folder,
      env: environmentOf(place),
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      this.stdout += text;
    });
    this.child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.stderr += text;
    });
    running.add(this);
    this.ended = new Promise((resolve, reject) => {
      this.child.on('error', reject);
      this.child.on('close', (code, signal) => {
        running.delete(this);
        const { stdout, stderr } = this;
        resolve({ code, signal, stdout, stderr });
      });
    });
  }

  /** Waits until `sign` finds something in what was printed. @throws when the program ends first. */
  async until<Found>(sign: (run: this) => Found | undefined): Promise<Found> {
    let over = false;
    const ended = this.ended.then(() => {
      over = true;
    });
    for (;;) {
      const last = over;
      const found = sign(this);
      if (found !== undefined) return found;
      if (last) throw new Error(`The program ended early:\n${this.stdout}\n${this.stderr}`);
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 10))]);
    }
  }

  /** Has the program run on behind the test in which it was started. Its suite ends it. */
  outlivesTest(): void {
    running.delete(this);
  }

  /** Ends the program, if a test has not. */
  async kill(): Promise<void> {
    this.child.kill('SIGKILL');
    await this.ended;
  }
}

/**
 * Runs a command to its end within the process of the test: all of the program but the few lines
 * that hand it a process's arguments, streams and exit code, at a tenth of the cost of starting one.
 * A server gets a process of its own, as it listens to signals and starts workers.
 */
export async function portico(place: Place, ...args: string[]): Promise<Run> {
  if (args[0] === 'serve') return new Running(place, args).ended;
  const stdout = new Captured(place.columns);
  const stderr = new Captured(place.columns);
  // As the program does: what it writes is for its own account alone.
  const mask = process.umask(0o077);
  try {
    const code = await runProgram(args, {
      environment: environmentOf(place),
      cwd: place.folder,
      stdin: place.stdin ?? Readable.from([]),
      stdout,
      stderr,
      clock: systemClock,
      random: randomBytes,
    });
    return { code, signal: null, stdout: stdout.text, stderr: stderr.text };
  } finally {
    process.umask(mask);
  }
}

/** Takes what a command prints. */
class Captured extends Writable {
  text = '';
  readonly isTTY: boolean;
  readonly columns: number | undefined;

  constructor(columns: number | undefined) {
    super();
    this.isTTY = columns !== undefined;
    this.columns = columns;
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

/**
 * Runs the program with `--json`, and reads what it printed.
 *
 * @throws when standard output is anything but one line with one JSON object.
 */
export async function porticoJson(
  place: Place,
  ...args: string[]
): Promise<Run & { readonly json: Record<string, unknown> }> {
  const run = await portico(place, ...args, '--json');
  return { ...run, json: onlyObject(run) };
}

/** The one JSON object that a run printed. @throws when there is anything else. */
export function onlyObject({ stdout, stderr }: Run): Record<string, unknown> {
  const lines = stdout.split('\n');
  if (lines.length !== 2 || lines[1] !== '') {
    throw new Error(`Standard output is not one line:\n${stdout}\n${stderr}`);
  }
  const value: unknown = JSON.parse(lines[0] ?? '');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw new Error(`Standard output is not an object: ${stdout}`);
  }
  return value as Record<string, unknown>;
}
