import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, statSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { createGzip } from 'node:zlib';
import { BATCH_LIMIT } from 'portico-importer/import.js';
import type { ImportSummary } from 'portico-importer/summary.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { tempFolder } from '../../../importer/test/support.js';
import { testProgram } from '../rig/test-program.js';

const PROGRAM = fileURLToPath(new URL('import-process.ts', import.meta.url));
const LIMIT_MEGABYTES = 300;

interface Report {
  readonly summary: ImportSummary;
  readonly batches: readonly number[];
  /** Peak resident memory of the process. */
  readonly megabytes: number;
}

/** Writes text that is never in memory as a whole. */
async function written(name: string, parts: Iterable<string>): Promise<string> {
  const path = join(tempFolder(), name);
  const stages = name.endsWith('.gz') ? [createGzip({ level: 1 })] : [];
  await pipeline([Readable.from(parts), ...stages, createWriteStream(path)]);
  return path;
}

async function startImport(
  file: string,
  rows: number,
  milliseconds: number,
): Promise<ChildProcess> {
  const args = [await testProgram(PROGRAM), file, `${rows}`, `${milliseconds}`];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

async function reportOf(child: ChildProcess): Promise<Report> {
  let output = '';
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  const [code] = await once(child, 'close');
  expect(code).toBe(0);
  return JSON.parse(output.trimEnd().split('\n').at(-1) ?? '') as Report;
}

function* linesOf(count: number, note: string): Generator<string> {
  let lines = '';
  for (let id = 1; id <= count; id += 1) {
    lines += `{"id":${id},"name":"Listing ${id}","price":${id},"note":"${note}"}\n`;
    if (lines.length < 1_000_000 && id < count) continue;
    yield lines;
    lines = '';
  }
}

describe('an import of a large file, with a database that is slower than the disk', () => {
  it('takes 300,000 lines, 330 MB of them, in less memory than that', async () => {
    const note = 'A bright home with many windows. '.repeat(32);
    const file = await written('listings.ndjson.gz', linesOf(300_000, note));
    const { summary, megabytes } = await reportOf(await startImport(file, 2000, 10));
    expect(summary.listings).toEqual({ read: 300_000, written: 300_000, rejected: 0 });
    expect(megabytes).toBeLessThan(LIMIT_MEGABYTES);
  });

  it('takes a line of 400 MB as a reject, in less memory than that', async () => {
    function* lines() {
      yield '{"id":1}\n{"id":2,"name":"';
      for (let part = 0; part < 400; part += 1) yield 'x'.repeat(1_000_000);
      yield '"}\n{"id":3}\n';
    }
    const file = await written('listings.ndjson.gz', lines());
    const { summary, megabytes } = await reportOf(await startImport(file, 2000, 0));
    expect(summary.listings).toEqual({ read: 3, written: 2, rejected: 1 });
    expect(statSync(summary.rejects as string).size).toBeLessThan(1000);
    expect(megabytes).toBeLessThan(LIMIT_MEGABYTES);
  });

  it('takes large records in batches that stay small', async () => {
    const file = await written('listings.ndjson.gz', linesOf(100, 'x'.repeat(4_000_000)));
    const { summary, batches, megabytes } = await reportOf(await startImport(file, BATCH_LIMIT, 0));
    expect(summary.listings?.written).toBe(100);
    expect(Math.max(...batches)).toBe(5);
    expect(megabytes).toBeLessThan(LIMIT_MEGABYTES);
  });
});

describe('an import that is interrupted', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s ends after the current batch, with the counts of what it did',
    async (signal) => {
      const file = await written('listings.ndjson', linesOf(100_000, 'x'));
      const child = await startImport(file, 10, 50);
      const report = reportOf(child);
      await once(child.stdout as NodeJS.ReadableStream, 'data');
      // A terminal and npm both pass it on: that is one request.
      child.kill(signal);
      child.kill('SIGINT');
      const { summary, batches } = await report;
      expect(summary.interrupted).toBe(true);
      const { read, written: rows } = summary.listings ?? { read: 0, written: 0 };
      expect(rows).toBe(read);
      expect(rows).toBe(batches.length * 10);
      expect(rows).toBeLessThan(100_000);
    },
  );

  it('again after a while ends at once', async () => {
    const file = await written('listings.ndjson', linesOf(100, 'x'));
    const child = await startImport(file, 10, 600_000);
    await once(child.stdout as NodeJS.ReadableStream, 'data');
    const closed = once(child, 'close');
    // Only a signal that comes some time after the first one counts as the second.
    const timer = setInterval(() => child.kill('SIGINT'), 50);
    onTestFinished(() => clearInterval(timer));
    expect((await closed)[1]).toBe('SIGINT');
  });
});
