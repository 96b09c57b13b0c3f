import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';

/**
 * A body that fails when it exceeds `most` bytes. The rest stays in the request, for the answer to drain.
 *
 * @param exceeded Runs at that moment.
 */
export function boundedBody(body: IncomingMessage, most: number, exceeded: () => void): Transform {
  let size = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size <= most) return done(null, chunk);
      exceeded();
      done(new Error('The body is larger than it may be without a key ahead of it.'));
    },
  });
  body.once('error', (error) => bounded.destroy(error));
  // A caller may hang up when nobody reads its body: without a listener the error would end the process.
  bounded.on('error', () => {});
  return body.pipe(bounded);
}
