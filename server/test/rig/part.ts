/**
 * Whether each test runs on every engine and as often as it ever does: in `npm run test:all`, which a workflow runs at
 * night, and in a run of named files. The quick tests and those of whole programs are for every change, and do less of
 * what is the same on both engines, or random.
 */
export const isWholeRun = (process.env.PORTICO_TEST_PART ?? 'all') === 'all';

/** How often a test repeats work that is random or timed: `few` times for every change, `all` of them in a whole run. */
export const repeats = (few: number, all: number): number => (isWholeRun ? all : few);
