/** One part of a histogram: the whole numbers from `from` to `to`, both included. */
export interface Bin {
  readonly from: number;
  readonly to: number;
  count: number;
}

/** How numbers spread. */
export interface Histogram {
  readonly min: number;
  readonly max: number;
  readonly bins: Bin[];
}

/** The most bins of a histogram. */
const BINS = 24;

/**
 * A histogram of numbers above 0, each with how often it occurs. Bins grow by one factor from the least
 * to the most, as rents and prices do, and begin at round numbers. R276.
 */
export function histogramOf(counts: ReadonlyMap<number, number>): Histogram {
  const values = [...counts.keys()].filter((value) => value > 0).sort((one, two) => one - two);
  const histogram = emptyHistogram(values.at(0), values.at(-1));
  const { bins } = histogram;
  let at = 0;
  for (const value of values) {
    while (at + 1 < bins.length && value >= (bins[at + 1]?.from ?? 0)) at += 1;
    const bin = bins[at];
    if (bin !== undefined) bin.count += counts.get(value) ?? 0;
  }
  return histogram;
}

/** The bins for numbers from the least to the most, each with a count of 0; none without a number. */
export function emptyHistogram(least: number | undefined, most: number | undefined): Histogram {
  if (least === undefined || most === undefined) return { min: 0, max: 0, bins: [] };
  const [min, max] = [Math.floor(least), Math.ceil(most)];
  return { min, max, bins: binsBetween(min, max) };
}

function binsBetween(min: number, max: number): Bin[] {
  // An amount of cents alone has no logarithm that would help.
  const first = Math.max(1, min);
  const factor = (max / first) ** (1 / BINS);
  const starts = new Set([min]);
  for (let step = 1; step < BINS; step += 1) {
    const start = rounded(first * factor ** step);
    if (start > min && start <= max) starts.add(start);
  }
  const from = [...starts];
  return from.map((start, at) => ({ from: start, to: (from[at + 1] ?? max + 1) - 1, count: 0 }));
}

/** A whole number of at most three digits before its zeros. */
function rounded(value: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(value)) - 2);
  return Math.round(value / unit) * unit;
}
