import { InvalidArgumentError } from 'commander';

/** Reads the whole number of an option, from 1 to a bound, for commander. */
export function wholeUpTo(most: number): (text: string) => number {
  return (text) => {
    const number = Number(text);
    if (!/^\d+$/.test(text) || number < 1 || number > most) {
      const range = most === Number.MAX_SAFE_INTEGER ? 'from 1' : `from 1 to ${most}`;
      throw new InvalidArgumentError(`A whole number ${range} is accepted.`);
    }
    return number;
  };
}
