import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestServer } from '../rig/server.js';

/** A photo as `GET /properties/photos/{id}?variants=true` answers it. */
export interface VariantPhoto {
  readonly filename: string;
  readonly width: number;
  readonly height: number;
  readonly srcset_avif: string;
  readonly srcset_webp: string;
  readonly srcset_jpeg: string;
  readonly thumbhash: string;
}

/** Puts a file into a tenant's folder of media, as an operator does. */
export function putFile(server: TestServer, tenant: string, name: string, bytes: Buffer): void {
  const file = join(server.services.mediaFolder, tenant, name);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
}

/** The paths of a srcset, with the widths that it says. */
export function pathsOf(srcset: string): readonly (readonly [path: string, width: number])[] {
  if (srcset === '') return [];
  return srcset.split(', ').map((candidate) => {
    const [url = '', width = ''] = candidate.split(' ');
    return [new URL(url).pathname, Number(width.replace(/w$/, ''))] as const;
  });
}
