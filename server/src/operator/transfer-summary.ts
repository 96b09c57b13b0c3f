import { count, stripControls } from '../lib/text.js';
import { RESOURCE_NAMES } from '../transfer/resource.js';
import type { ImportSummary } from '../transfer/summary.js';
import { table } from './text-table.js';

/** The result of an import, for people. */
export function summaryText(summary: ImportSummary, dryRun: boolean): string {
  const rows = RESOURCE_NAMES.flatMap((name) => {
    const counts = summary[name];
    return counts === undefined
      ? []
      : [[name, count(counts.read), count(counts.written), count(counts.rejected)]];
  });
  const lines = [table(['RESOURCE', 'READ', dryRun ? 'ACCEPTED' : 'WRITTEN', 'REJECTED'], rows)];
  for (const [name, removed] of Object.entries(summary.removed ?? {})) {
    const words = dryRun
      ? 'Would be removed, as no file names them'
      : 'Removed, as no file names them';
    if (removed > 0) lines.push('', `${words}: ${count(removed)} ${name}.`);
  }
  if (summary.skipped !== undefined) {
    lines.push('', 'Not taken, as their names are of no resource:');
    lines.push(...summary.skipped.map((path) => `  ${stripControls(path)}`));
  }
  if (summary.rejects !== null)
    lines.push('', `Rejected records, with reasons: ${summary.rejects}`);
  if (dryRun) lines.push('', 'A dry run: nothing was written to the database.');
  return lines.join('\n');
}
