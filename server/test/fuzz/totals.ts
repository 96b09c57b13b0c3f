import { columns, percentile } from '../../bench/statistics.js';
import type { Calls, Seen } from './neighbour-process.js';
import type { Memory } from './program.js';

/** What was seen when nothing was under way. */
export interface Stage {
  readonly requests: number;
  readonly memory: Memory;
}

/** What a whole run comes to. */
export interface Totals {
  readonly requests: number;
  readonly withKey: number;
  /** Answers of status 500 and more. */
  readonly serverErrors: number;
  /** Requests over the bound of their cost. */
  readonly tooExpensive: number;
  /** The memory after the first 100,000 requests, or in the middle of a shorter run, and at the end. */
  readonly warm: Stage | undefined;
  readonly last: Stage | undefined;
  readonly seen: Seen;
}

/** The totals of a run as a table, each with its goal. */
export function tableOf(totals: Totals): string {
  const { requests, withKey, serverErrors, tooExpensive, warm, last, seen } = totals;
  const { alone, beside, longestSilence } = seen;
  const ratio = (p99(beside) / p99(alone)).toFixed(1);
  const times = ({ took }: Calls): string => `${took.length} answers`;
  return columns([
    ['', 'seen', 'goal'],
    ['hostile requests', `${requests}, ${withKey} of them with a good key`, ''],
    ['answers of status 500 and more', String(serverErrors), '0'],
    ['requests over their bound', String(tooExpensive), '0'],
    [`memory after ${warm?.requests ?? 0} requests`, memoryOf(warm), ''],
    ['memory at the end', memoryOf(last), 'heap 32 MB more at most, RSS 128 MB'],
    [
      'keys that ask as they should, alone: p99',
      `${p99(alone).toFixed(1)} ms, ${times(alone)}`,
      '',
    ],
    ['  beside: p99', `${p99(beside).toFixed(1)} ms, ${times(beside)}; ratio ${ratio}`, 'ratio 3'],
    ['  beside: refused', refusedIn(beside), '1 %'],
    ['  beside: other answers, or none', String(beside.failed), '0'],
    ['longest time without a sign of life', `${Math.round(longestSilence)} ms`, ''],
  ]);
}

/** Bytes in megabytes. */
export function megabytes(bytes: number): string {
  return `${Math.round(bytes / 1e6)} MB`;
}

function p99({ took }: Calls): number {
  return took.length === 0 ? Number.NaN : percentile(took, 99);
}

function memoryOf(stage: Stage | undefined): string {
  if (stage === undefined) return 'not looked at';
  const { heapUsed, external, rss } = stage.memory;
  return `heap ${megabytes(heapUsed + external)}, RSS ${megabytes(rss)}`;
}

function refusedIn({ took, refused, failed }: Calls): string {
  const calls = took.length + refused + failed;
  const part = calls === 0 ? 0 : (100 * refused) / calls;
  return `${refused} of ${calls}, ${part.toFixed(2)} %`;
}
