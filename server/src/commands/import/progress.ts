import type { WriteStream } from 'node:tty';
import { SingleBar } from 'cli-progress';
import { noProgress, type Progress } from 'portico-importer/import.js';

/** A bar on a terminal; nothing on any other stream. */
export function terminalProgress(stream: WriteStream = process.stderr as WriteStream): Progress {
  if (!stream.isTTY) return noProgress;
  const bar = new SingleBar({
    stream,
    format: '{bar} {percentage}%  {size}',
    barCompleteChar: '█',
    barIncompleteChar: '░',
    clearOnComplete: true,
    // The cursor and the interrupt key belong to the command: a bar that changed them would have to
    // restore them on every way out.
    hideCursor: null,
    gracefulExit: false,
  });
  let total = 0;
  const size = (done: number) => ({ size: `${megabytes(done)} of ${megabytes(total)} MB` });
  return {
    start(bytes) {
      total = bytes;
      // Nobody knows how much a pipe holds.
      if (total === 0) return;
      bar.start(bytes, 0, size(0));
    },
    update(done) {
      if (total > 0) bar.update(done, size(done));
    },
    stop() {
      bar.stop();
    },
  };
}

function megabytes(bytes: number): string {
  return (bytes / 1_000_000).toFixed(1);
}
