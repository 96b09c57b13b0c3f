import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '../api/endpoint.js';
import { lowerCased } from '../lib/names.js';

/** The number in the path; undefined where there is none that an id or count can be (R4, R27). */
export function segmentOf(endpoint: Endpoint, request: FastifyRequest): number | undefined {
  if (endpoint.segment === undefined) return undefined;
  const { segment = '' } = request.params as { segment?: string };
  const number = Number(segment);
  const least = endpoint.path.endsWith('{count}') ? 0 : 1;
  return Number.isSafeInteger(number) && number >= least ? number : undefined;
}

/** The kind of record in the path, as the caller spells it but in lower case. */
export function kindInPath(request: FastifyRequest): string | undefined {
  const { kind } = request.params as { kind?: string };
  return kind === undefined ? undefined : lowerCased(kind);
}
