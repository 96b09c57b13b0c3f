import { type RunningServer, runToEnd } from './children.js';
import type { Workspace } from './workspace.js';

/** The load that one process puts on a server. */
export interface Load {
  readonly url: string;
  /** The file of searches, or of paths. */
  readonly searches: string;
  /** The file of API keys, which take turns; without it the paths have what the server wants. */
  readonly keys?: string | undefined;
  /** The number of keys to use. */
  readonly keyCount?: number | undefined;
  readonly seconds: number;
  /** The number of the first search; default: the first of the file. */
  readonly from?: number;
  /** Whether each call sends the entity tag of its answer. */
  readonly tags?: boolean;
  /** Headers of all calls, in addition to those of a proxy that received them over HTTPS. */
  readonly headers?: Readonly<Record<string, string>>;
}

/** The results of a server under load. */
export interface LoadFigures {
  /** Calls with a wanted answer: 200, or 304 to a conditional call. */
  readonly answered: number;
  readonly perSecond: number;
  /** Calls with any other answer, or none. */
  readonly refused: number;
  /** The number of answers of each status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly medianMs: number;
  readonly p99Ms: number;
}

/** Puts load on a server from a separate process. */
export async function putLoad(workspace: Workspace, load: Load): Promise<LoadFigures> {
  const program = workspace.module('bench/load-process.js');
  const args = [program, JSON.stringify(load)];
  return JSON.parse(await runToEnd(args, { signal: workspace.signal }));
}

/** The same, with what the server's process needed for it. */
export interface ServerFigures extends LoadFigures {
  /** Milliseconds of the process's processor time for each answer. */
  readonly processorMs: number;
}

/** Puts load on a server and reads the processor time that it took, which other work disturbs least. */
export async function putTimedLoad(
  workspace: Workspace,
  server: RunningServer,
  load: Omit<Load, 'url'>,
): Promise<ServerFigures> {
  const before = server.processorMs();
  const figures = await putLoad(workspace, { ...load, url: server.url });
  return { ...figures, processorMs: (server.processorMs() - before) / figures.answered };
}

/** How many calls were refused, with the statuses of the answers. @returns undefined where none was. */
export function refusedIn(rounds: readonly LoadFigures[]): string | undefined {
  const refused = rounds.reduce((sum, round) => sum + round.refused, 0);
  if (refused === 0) return undefined;
  const answered = rounds.reduce((sum, round) => sum + round.answered, 0);
  const statuses = new Set(rounds.flatMap((round) => Object.keys(round.statuses)));
  return `${refused} of ${answered + refused} calls were refused; the statuses: ${[...statuses]}`;
}
