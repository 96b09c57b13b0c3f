import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:https';
import { fileURLToPath } from 'node:url';
import type { TestDatabase } from './databases.js';

const PROGRAM = fileURLToPath(new URL('../../bin/portico.js', import.meta.url));

/** The environment of a real program on a test's database, and on nobody else's. */
export function programEnvironment(
  database: Pick<TestDatabase, 'dataFolder' | 'databaseUrl'>,
): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('PORTICO_'));
  return {
    ...Object.fromEntries(inherited),
    PORTICO_DATA: database.dataFolder,
    PORTICO_PORT: '0',
    PORTICO_LOG_LEVEL: 'silent',
    // What a test asks is little; a machine that runs many tests at once is late all the same.
    PORTICO_OVERLOAD: 'accept',
    ...(database.databaseUrl === undefined ? {} : { PORTICO_DATABASE_URL: database.databaseUrl }),
  };
}

/** Where a program runs; `environment` in place of the usual one, `program` of this checkout's `portico.js`. */
export type ProgramPlace = Pick<TestDatabase, 'dataFolder' | 'databaseUrl'> & {
  readonly program?: string;
  readonly environment?: NodeJS.ProcessEnv;
};

/** Starts the real program. */
export function startProgram(database: ProgramPlace, ...parameters: string[]): ChildProcess {
  return spawn(process.execPath, [database.program ?? PROGRAM, ...parameters], {
    cwd: database.dataFolder,
    env: database.environment ?? programEnvironment(database),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

/** Runs the real program to its end. */
export async function runProgram(
  database: ProgramPlace,
  ...parameters: string[]
): Promise<{ status: number | null; output: string; errors: string }> {
  const child = startProgram(database, ...parameters);
  let output = '';
  let errors = '';
  child.stdout?.on('data', (text) => {
    output += text;
  });
  child.stderr?.on('data', (text) => {
    errors += text;
  });
  const [status] = await once(child, 'close');
  return { status, output, errors };
}

/** A real server in a process of its own. */
export interface RunningServer {
  readonly url: string;
  readonly pid: number;
  /** What it has logged so far. */
  log(): string;
  /** Ends it as a power cut would. */
  kill(): Promise<void>;
  /** Asks it to stop. */
  stop(): Promise<void>;
}

/** Starts `portico serve` and waits until it listens. */
export async function serve(database: ProgramPlace): Promise<RunningServer> {
  const child = startProgram(database, 'serve', '--json');
  let errors = '';
  child.stderr?.on('data', (text) => {
    errors += text;
  });
  const url = await new Promise<string>((resolve, reject) => {
    let output = '';
    child.stdout?.on('data', (text) => {
      output += text;
      if (output.includes('\n')) resolve((JSON.parse(output) as { url: string }).url);
    });
    child.once('close', () => reject(new Error(`The server ended: ${errors}`)));
  });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill(signal);
    await once(child, 'close');
  };
  const pid = child.pid ?? 0;
  return { url, pid, log: () => errors, kill: () => end('SIGKILL'), stop: () => end('SIGTERM') };
}

/** Sends a form to a real server, whose certificate nobody vouches for. */
export function post(
  url: string,
  form: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<{ status: number; body: string }> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method: 'POST',
        rejectUnauthorized: false,
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      },
      (answer) => {
        let body = '';
        answer.on('data', (text) => {
          body += text;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body }));
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(new URLSearchParams(form).toString());
  });
}

/** Asks a real server for something, its certificate unseen. */
export function fetchFrom(
  url: string,
): Promise<{ status: number; retryAfter: string | undefined; body: string }> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { rejectUnauthorized: false }, (answer) => {
      let body = '';
      answer.on('data', (text) => {
        body += text;
      });
      const { statusCode: status = 0, headers } = answer;
      answer.on('end', () => resolve({ status, retryAfter: headers['retry-after'], body }));
      answer.on('error', reject);
    });
    asked.on('error', reject);
    asked.end();
  });
}
