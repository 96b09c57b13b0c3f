import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyInstance, FastifyRequest } from 'fastify';

type Encoding = 'br' | 'gzip';

const compressors: { readonly [Name in Encoding]: (text: string) => Promise<Buffer> } = {
  br: (text) =>
    promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: (text) => promisify(gzip)(text, { level: 9 }),
};

/**
 * Compresses each answer of this scope once and not at each call: they are large texts that never
 * change and anybody may request. For routes that are registered later.
 *
 * @param variantOf Which of the texts of a route a request gets, where it has a few.
 */
export function compressOnce(
  scope: FastifyInstance,
  variantOf: (request: FastifyRequest) => string = () => '',
): void {
  const packed = new Map<string, Promise<Buffer>>();
  scope.addHook('onSend', async (request, reply, payload) => {
    const encoding = encodingOf(request.headers['accept-encoding']);
    if (typeof payload !== 'string' || reply.statusCode !== 200 || encoding === undefined) {
      return payload;
    }
    const name = `${encoding} ${request.routeOptions.url} ${variantOf(request)}`;
    let bytes = packed.get(name);
    if (bytes === undefined) {
      bytes = compressors[encoding](payload);
      packed.set(name, bytes);
    }
    reply.header('content-encoding', encoding);
    reply.header('vary', [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', '));
    reply.removeHeader('content-length');
    return bytes;
  });
}

/** The best encoding that the caller accepts; undefined if it names neither. */
function encodingOf(accepted: string | string[] = ''): Encoding | undefined {
  const names = String(accepted)
    .toLowerCase()
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => (part.split(';')[0] as string).trim());
  if (names.includes('br')) return 'br';
  return names.includes('gzip') || names.includes('*') ? 'gzip' : undefined;
}
