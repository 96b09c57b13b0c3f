/**
 * The price columns of a lead: ten percent to either side of a price, in whole dollars, halves rounded
 * up (R141). Around 0, an unknown price, both are 0.
 */
export function rangeAround(price: number): { price_from: number; price_to: number } {
  // Tenths of a whole number are exact; multiplying by 0.9 is not.
  return { price_from: halfUp((price * 9) / 10), price_to: halfUp((price * 11) / 10) };
}

function halfUp(dollars: number): number {
  return Math.floor(dollars + 0.5);
}
