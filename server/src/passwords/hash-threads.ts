import { BackgroundThreads } from '../lib/background-threads.js';

/** Threads that hash passwords. */
export class HashThreads extends BackgroundThreads<typeof import('./hash-thread.js').default> {
  /** @param most The most threads at a time. */
  constructor(most: number) {
    super('passwords/hash-thread', most, 'hashes passwords');
  }
}
