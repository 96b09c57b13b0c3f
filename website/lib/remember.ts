/** After so many times `seconds` an answer is too old to be given once more. */
const LONGEST = 10;

interface Answer<Data> {
  readonly data: Promise<Data>;
  /** When its data was asked for. */
  readonly since: number;
  staleAt: number;
}

/**
 * Remembers what a function answered, for what changes seldom and stands on every page. An answer older
 * than `seconds` is given once more while a new one is fetched, so that no visitor waits for it; only the
 * first visitor after a start or a long silence does. A failure is not remembered.
 *
 * @param entries How many answers are kept, one for each set of arguments.
 */
export function remember<Arguments extends readonly (string | number)[], Data>(
  seconds: number,
  ask: (...input: Arguments) => Promise<Data>,
  entries = 200,
): (...input: Arguments) => Promise<Data> {
  const answers = new Map<string, Answer<Data>>();

  return (...input) => {
    const name = JSON.stringify(input);
    const now = performance.now();
    const last = answers.get(name);
    const known = last && now < last.since + LONGEST * seconds * 1000 ? last : undefined;
    if (known !== undefined && now < known.staleAt) return known.data;
    const fresh = ask(...input);
    const { data, since } = known ?? { data: fresh, since: now };
    const answer: Answer<Data> = { data, since, staleAt: now + seconds * 1000 };
    answers.set(name, answer);
    // One that has been pushed out by then stays out: put back, it would be one more than there may be.
    const isKept = (): boolean => answers.get(name) === answer;
    fresh.then(
      () => {
        if (isKept())
          answers.set(name, {
            data: fresh,
            since: now,
            staleAt: performance.now() + seconds * 1000,
          });
      },
      () => {
        // The old answer stays where there is one, and the next visitor asks again.
        if (known !== undefined) answer.staleAt = 0;
        else if (isKept()) answers.delete(name);
      },
    );
    const [oldest] = answers.keys();
    if (answers.size > entries && oldest !== undefined) answers.delete(oldest);
    return answer.data;
  };
}
