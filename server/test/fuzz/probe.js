/**
 * Loaded into the server under test before the program (`node --import`): tells over the channel to its
 * parent what memory it uses, after everything that can be given back was.
 */

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send !== undefined) {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc');
  process.on('message', () => {
    // What finalizers let go of in the first turn is collected in the second.
    collect();
    setImmediate(() => {
      collect();
      process.send?.(process.memoryUsage());
    });
  });
  // No server is left behind by a fuzzer that was killed.
  process.on('disconnect', () => process.exit(1));
  // It must not keep a program alive that is asked to end.
  process.channel?.unref();
}
