import type { PageParameters } from './search';

/** How a home is paid for. */
export interface Loan {
  /** Interest, percent a year. */
  readonly rate: number;
  readonly years: number;
  /** What the buyer pays at once, percent of the price. */
  readonly down: number;
}

/** Where a visitor begins. A rate that was never current misleads, so look at it when you make this site yours. */
const USUAL: Loan = { rate: 6.5, years: 30, down: 20 };

/** Reads the address. What it says that no loan can be is left out. @param leastDown The smallest down payment that the building takes. */
export function loanOf({ rate, years, down }: PageParameters, leastDown: number): Loan {
  return {
    rate: within(rate, 0, 30) ?? USUAL.rate,
    years: Math.round(within(years, 1, 50) ?? USUAL.years),
    down: within(down, 0, 100) ?? Math.max(USUAL.down, Math.min(leastDown, 100)),
  };
}

/** What a loan costs a month: equal payments of interest and repayment. */
export function paymentOf(price: number, { rate, years, down }: Loan): number {
  const borrowed = price * (1 - down / 100);
  const months = years * 12;
  const monthly = rate / 1200;
  return monthly === 0 ? borrowed / months : (borrowed * monthly) / (1 - (1 + monthly) ** -months);
}

function within(
  text: string | string[] | undefined,
  least: number,
  most: number,
): number | undefined {
  if (typeof text !== 'string' || text.trim() === '') return undefined;
  const number = Number(text.replace(/[%\s]/g, '').replace(',', '.'));
  return number >= least && number <= most ? number : undefined;
}
