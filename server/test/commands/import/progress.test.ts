import { Writable } from 'node:stream';
import type { WriteStream } from 'node:tty';
import { noProgress } from 'portico-importer/import.js';
import { expect, it } from 'vitest';
import { terminalProgress } from '../../../src/commands/import/progress.js';

/** A stream that keeps what is written to it, and says whether it is a terminal. */
class Screen extends Writable {
  text = '';
  readonly columns = 80;

  constructor(readonly isTTY: boolean) {
    super();
  }

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk;
    done();
  }

  cursorTo(): void {}
  clearLine(): void {}
  moveCursor(): void {}
  clearScreenDown(): void {}
}

function screen(isTTY: boolean) {
  const stream = new Screen(isTTY);
  return { stream, tty: stream as unknown as WriteStream };
}

it('draws a bar on a terminal', () => {
  const { stream, tty } = screen(true);
  const progress = terminalProgress(tty);
  progress.start(4_000_000);
  progress.update(1_000_000);
  progress.update(4_000_000);
  progress.stop();
  expect(stream.text).toContain('0%  0.0 of 4.0 MB');
});

it('leaves the interrupt key to the command', () => {
  const before = process.listenerCount('SIGINT');
  const progress = terminalProgress(screen(true).tty);
  progress.start(1);
  expect(process.listenerCount('SIGINT')).toBe(before);
  progress.stop();
});

it('draws nothing where there is no terminal', () => {
  const { stream, tty } = screen(false);
  expect(terminalProgress(tty)).toBe(noProgress);
  expect(stream.text).toBe('');
});
