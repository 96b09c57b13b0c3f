import { randomBytes } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { runProgram } from '../../src/commands/program.js';
import { systemClock } from '../../src/lib/clock.js';
import type { Engine } from './part.js';

/** How a command ended. */
export interface Ended {
  readonly code: number;
  readonly json: Record<string, unknown>;
  readonly errors: string;
}

/**
 * Runs a command with `--json` in this process: all of the program but the lines that start it.
 *
 * @param stdin What the command reads on standard input.
 */
export async function command(
  engine: Engine,
  args: readonly string[],
  stdin?: Buffer,
): Promise<Ended> {
  const stdout = new Captured();
  const stderr = new Captured();
  const code = await runProgram([...args, '--json'], {
    environment: {
      PORTICO_DATA: engine.dataFolder,
      PORTICO_LOG_LEVEL: 'silent',
      PORTICO_DATABASE_URL: engine.databaseUrl,
      PORTICO_SECRET_KEY: engine.secretKey.toString('base64'),
    },
    cwd: engine.folder,
    stdin: Readable.from(stdin === undefined ? [] : [stdin]),
    ...{ stdout, stderr },
    clock: engine.clock ?? systemClock,
    random: randomBytes,
  });
  const json = (stdout.text === '' ? {} : JSON.parse(stdout.text)) as Record<string, unknown>;
  return { code, json, errors: stderr.text };
}

/** As `command`, for one that has to succeed. */
export async function succeed(engine: Engine, ...args: string[]): Promise<Record<string, unknown>> {
  const { code, json, errors } = await command(engine, args);
  if (code !== 0) throw new Error(`portico ${args.join(' ')}: ${errors}`);
  return json;
}

class Captured extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}
