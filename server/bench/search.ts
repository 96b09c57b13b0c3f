import { runToEnd } from './children.js';
import type { Kind } from './searches.js';
import { programEnvironment, type Workspace } from './workspace.js';

/** The comparison of one kind of search with bare SQL. */
export interface SearchFigures {
  readonly kind: Kind;
  /** The average number of matching listings. */
  readonly matches: number;
  /** The fastest way of bare SQL. */
  readonly way: string;
  readonly turns: number;
  /**
   * The median of the turns' ratios: Portico's time divided by that of bare SQL. The texts of
   * records are cached between searches, as in a server.
   */
  readonly ratio: number;
  /** The same without cached texts, as after each write. */
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
