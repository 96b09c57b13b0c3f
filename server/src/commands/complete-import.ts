import type { CompleteImport } from '../changes/removal/complete-import.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import { RemovalRefused } from '../transfer/errors.js';
import type { ResourceName } from '../transfer/resource.js';
import type { ImportSummary } from '../transfer/summary.js';
import { UsageError } from './command-error.js';

/** The options of `portico import` that decide what is removed. */
export interface CompleteOptions {
  readonly complete?: true;
  readonly force?: true;
  readonly forceKind?: readonly ResourceName[];
  readonly expect?: number;
}

/** @throws UsageError for options that mean nothing without `--complete`. */
export function checkCompleteOptions(options: CompleteOptions): void {
  if (options.complete === true) return;
  const { force, forceKind, expect } = options;
  if (force === true || forceKind !== undefined)
    throw new UsageError('--force goes with --complete only.');
  if (expect !== undefined) throw new UsageError('--expect goes with --complete only.');
}

/** What follows a complete import as it is read; undefined for any other. */
export async function completeImport(
  database: TenantDatabase,
  { complete }: CompleteOptions,
): Promise<CompleteImport | undefined> {
  if (complete !== true) return undefined;
  const { CompleteImport } = await import('../changes/removal/complete-import.js');
  return new CompleteImport(database);
}

/**
 * Removes what the files of a complete import do not name.
 *
 * @throws RemovalRefused with what was written and removed, when something may not be removed.
 */
export async function removeUnnamed(
  complete: CompleteImport,
  summary: ImportSummary,
  { force, forceKind, expect }: CompleteOptions,
  dryRun: boolean,
): Promise<ImportSummary> {
  const { removed, refused, incomplete } = await complete.finish(summary, {
    force: force === true ? 'all' : new Set(forceKind),
    ...{ expect, dryRun },
  });
  if (incomplete !== undefined) {
    throw new RemovalRefused(`Nothing was removed: ${incomplete}`, summary, dryRun);
  }
  const kinds = Object.entries(refused);
  if (kinds.length === 0) return { ...summary, removed };
  const lines = kinds.map(([kind, { reason }]) => `Nothing was removed of ${kind}: ${reason}`);
  throw new RemovalRefused(lines.join('\n'), { ...summary, removed, refused }, dryRun);
}
