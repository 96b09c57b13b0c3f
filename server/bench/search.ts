import { runToEnd } from './children.js';
import type { Kind } from './searches.js';
import { programEnvironment, type Workspace } from './workspace.js';

/** How one kind of search compares with bare SQL. */
export interface SearchFigures {
  readonly kind: Kind;
  /** How many listings match, on average. */
  readonly matches: number;
  /** The way of bare SQL that was fastest. */
  readonly way: string;
  readonly turns: number;
  /**
   * The median of the turns' ratios: Portico's time through that of bare SQL. Records that an
   * earlier search has put into words are used again, as a server does.
   */
  readonly ratio: number;
  /** The same where every record is read and put into words anew, as after each write. */
  readonly anewRatio: number;
  readonly oursMs: number;
  readonly theirsMs: number;
}

/** Measures the five kinds of search in a process of its own. */
export async function measureSearch(workspace: Workspace): Promise<readonly SearchFigures[]> {
  const { signal, database } = workspace;
  const output = await runToEnd([workspace.module('bench/search-process.js'), database], {
    signal,
    env: programEnvironment(workspace),
  });
  return JSON.parse(output);
}
