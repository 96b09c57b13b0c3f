/** Whole dollars of a range around a price. */
export interface PriceRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Ten percent to either side, in whole dollars, halves rounded up (R141); nothing around a
 * price that is not known.
 */
export function rangeAround(price: number): PriceRange {
  // Tenths of a whole number are exact where nine tenths of it as a factor are not.
  return { from: halfUp((price * 9) / 10), to: halfUp((price * 11) / 10) };
}

function halfUp(dollars: number): number {
  return Math.floor(dollars + 0.5);
}
