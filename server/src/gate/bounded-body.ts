import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';

/**
 * A body that fails when more comes than may. What is still to come of it stays in the request, and
 * whoever answers passes it over.
 *
 * @param exceeded Runs when it does.
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
  // A caller may hang up when nobody reads its body: unheard, the error would end the process.
  bounded.on('error', () => {});
  return body.pipe(bounded);
}
