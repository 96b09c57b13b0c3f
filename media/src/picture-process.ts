/** The program of a process of picture-processes.ts: it decodes and encodes pictures, one at a time. */
import { standBackAltogether } from 'portico/lib/threads.js';
import { PictureProblem } from './picture.js';
import { doPictureWork, type PictureWork } from './picture-work.js';

export type PictureAnswer =
  | { readonly result: unknown; readonly memoryBytes: number }
  /** For the caller: what is wrong with the picture. */
  | { readonly problem: string };

standBackAltogether();

process.on('message', (work: PictureWork) => {
  doPictureWork(work).then(
    (result) => answer({ result, memoryBytes: process.memoryUsage.rss() }),
    (error: unknown) => {
      // Anything else is a fault of ours: the process that waits says so.
      if (!(error instanceof PictureProblem)) throw error;
      answer({ problem: error.message });
    },
  );
});

// The process that it works for is gone.
process.on('disconnect', () => process.exit(0));

// The signals of a terminal are for the process that it works for.
process.on('SIGINT', () => {});

function answer(message: PictureAnswer): void {
  process.send?.(message);
}
