import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { errorCodes } from 'fastify';

/** So many pieces a body may have whatever their size; from then on they have to be this long on average, in bytes. */
const FREE_PIECES = 4096;
const LEAST_AVERAGE = 64;

/**
 * A body that fails when it exceeds `most` bytes, or comes in a great many tiny chunks: the work on a
 * chunk of one byte is that on a chunk of thousands. The rest stays in the request, for the answer to drain.
 *
 * @param exceeded Runs at that moment.
 */
export function boundedBody(body: IncomingMessage, most: number, exceeded: () => void): Transform {
  let size = 0;
  let pieces = 0;
  const bounded = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      pieces += 1;
      const isTiny = pieces > FREE_PIECES && size < pieces * LEAST_AVERAGE;
      if (size <= most && !isTiny) return done(null, chunk);
      exceeded();
      done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    },
  });
  body.once('error', (error) => bounded.destroy(error));
  // A caller may hang up when nobody reads its body: without a listener the error would end the process.
  bounded.on('error', () => {});
  return body.pipe(bounded);
}
