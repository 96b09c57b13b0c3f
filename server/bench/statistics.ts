/** The median of some numbers, at least one. */
export function median(figures: readonly number[]): number {
  const sorted = [...figures].sort((one, other) => one - other);
  const high = sorted[Math.floor(sorted.length / 2)];
  const low = sorted[Math.ceil(sorted.length / 2) - 1];
  if (high === undefined || low === undefined) throw new RangeError('There is nothing to count.');
  return (low + high) / 2;
}

/** The least number that this many percent do not exceed. */
export function percentile(figures: readonly number[], percent: number): number {
  const sorted = [...figures].sort((one, other) => one - other);
  const figure = sorted[Math.ceil((sorted.length * percent) / 100) - 1];
  if (figure === undefined) throw new RangeError('There is nothing to count.');
  return figure;
}

/** The lines of a table with aligned columns. */
export function columns(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, at) =>
    Math.max(...rows.map((row) => row[at]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join('  '))
    .map((line) => `  ${line.trimEnd()}`)
    .join('\n');
}
