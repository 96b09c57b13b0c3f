import { fileURLToPath } from 'node:url';
import { runImport } from 'portico-importer/import.js';
import type { ImportSummary } from 'portico-importer/summary.js';
import { importResources } from '../../src/changes/transfers.js';
import type { TestServer } from '../rig/server.js';

/**
 * Imports a file into a tenant through one of the mappings of this folder.
 *
 * @param mapping Its name, without `.yaml`.
 * @param rejects Where the rejects file goes.
 */
export function takeMapped(
  server: TestServer,
  tenant: string,
  source: string,
  mapping: string,
  rejects: string,
): Promise<ImportSummary> {
  const path = fileURLToPath(new URL(`./${mapping}.yaml`, import.meta.url));
  return takeWith(server, tenant, [source], path, rejects);
}

/** Imports files into a tenant through a mapping. */
export async function takeWith(
  server: TestServer,
  tenant: string,
  sources: readonly string[],
  mapping: string,
  rejects: string,
): Promise<ImportSummary> {
  const opened = await server.services.tenants.tenant(tenant);
  if (opened === undefined) throw new Error(`There is no client ${tenant}.`);
  return runImport({
    sources,
    mapping,
    resources: importResources(opened.database, opened.settings.time_zone, server.clock),
    rejects,
  });
}
