import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { onTestFinished } from 'vitest';
import { type ImportOptions, runImport } from '../src/import.js';
import type { Reject } from '../src/rejects.js';
import type { ImportResource, ResourceName } from '../src/resource.js';
import type { ImportSummary } from '../src/summary.js';
import { ShopResource } from './shop.js';

/** A folder that is removed when the test ends. */
export function tempFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'portico-transfer-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Writes files into a new folder; names ending in .gz are packed. */
export function folderOf(files: Readonly<Record<string, string | Buffer>>): string {
  const folder = tempFolder();
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), name.endsWith('.gz') ? gzipSync(content) : content);
  }
  return folder;
}

/** One object a line. */
export function ndjson(...records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join('');
}

/** The listings of a toy shop, alone. */
export function shop(resource = new ShopResource()): ReadonlyMap<ResourceName, ImportResource> {
  return new Map([[resource.name, resource]]);
}

/** What came of an import into the toy shop. */
export interface Outcome {
  readonly resource: ShopResource;
  readonly summary: ImportSummary;
  readonly rejects: readonly Reject[];
}

/** Imports sources into a new toy shop. */
export async function importInto(
  sources: readonly string[],
  options: Partial<ImportOptions> = {},
  resource = new ShopResource(),
): Promise<Outcome> {
  const rejects = join(tempFolder(), 'rejects.ndjson');
  const summary = await runImport({ sources, resources: shop(resource), rejects, ...options });
  return { resource, summary, rejects: readRejects(summary.rejects) };
}

/** Imports one file of the given name and content. */
export async function importFile(
  name: string,
  content: string | Buffer,
  options: Partial<ImportOptions> = {},
): Promise<Outcome> {
  return importInto([join(folderOf({ [name]: content }), name)], options);
}

/** Imports a file through a mapping, given as YAML. */
export async function importMapped(
  name: string,
  content: string | Buffer,
  mapping: string,
): Promise<Outcome> {
  const folder = folderOf({ [name]: content, 'mapping.yaml': mapping });
  return importInto([join(folder, name)], { mapping: join(folder, 'mapping.yaml') });
}

/** The lines of a rejects file. */
export function readRejects(path: string | null): Reject[] {
  if (path === null) return [];
  const lines = readFileSync(path, 'utf8').trimEnd().split('\n');
  return lines.map((line) => JSON.parse(line) as Reject);
}

/** What a promise is rejected with, which must be of this class. */
export async function failure<E extends Error>(
  promise: Promise<unknown>,
  // biome-ignore lint/suspicious/noExplicitAny: a class with any constructor
  type: new (...parameters: any[]) => E,
): Promise<E> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof type) return error;
    throw error;
  }
  throw new Error(`expected ${type.name}, and nothing was thrown`);
}
