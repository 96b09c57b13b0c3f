import { RESOURCE_NAMES } from 'portico-importer/resource.js';
import type { ImportSummary, ResourceCounts } from 'portico-importer/summary.js';

/** What was done of two resources, which may make records of the same kinds. */
export function sumOfSummaries(summary: ImportSummary, more: ImportSummary): ImportSummary {
  const notes: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(more)) {
    const before = summary[name as keyof ImportSummary];
    const isNote = typeof part === 'object' && part !== null && !Array.isArray(part);
    notes[name] = isNote && before !== undefined ? { ...(before as object), ...part } : part;
  }
  for (const name of RESOURCE_NAMES) {
    const [one, other] = [summary[name], more[name]];
    if (one !== undefined && other !== undefined) notes[name] = sumOfCounts(one, other);
  }
  return { ...summary, ...notes, rejects: more.rejects ?? summary.rejects };
}

function sumOfCounts(one: ResourceCounts, other: ResourceCounts): ResourceCounts {
  const sum: Record<string, number> = { ...one };
  for (const [name, count] of Object.entries(other)) sum[name] = (sum[name] ?? 0) + count;
  return sum as unknown as ResourceCounts;
}
