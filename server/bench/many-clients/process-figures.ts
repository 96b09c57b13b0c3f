import { readdirSync, readFileSync } from 'node:fs';

/** What a process has and has taken, from the system's book-keeping (Linux). */
export interface ProcessMetrics {
  readonly pid: number;
  readonly rssMB: number;
  readonly openFiles: number;
}

/** The processes that one has started and that are still there. */
export function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

export function figuresOf(pid: number): ProcessMetrics {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  return {
    pid,
    rssMB: Math.round(kilobytes / 1000),
    openFiles: readdirSync(`/proc/${pid}/fd`).length,
  };
}

/** Processor seconds of a process, of its children, and of those of them that have ended. */
export function cpuSeconds(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), own(pid));
}

/** Ticks are of ten milliseconds everywhere. */
function own(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.split(') ').at(-1)?.split(' ') ?? [];
    return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / 100;
  } catch {
    return 0;
  }
}
