import { readdirSync, readFileSync } from 'node:fs';

/** The resources of a process, from the system's bookkeeping (Linux). */
export interface ProcessUsage {
  readonly pid: number;
  readonly rssMB: number;
  readonly openFiles: number;
}

/** The running child processes of a process. */
export function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return text.split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

export function usageOf(pid: number): ProcessUsage {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const kilobytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]);
  return {
    pid,
    rssMB: Math.round(kilobytes / 1000),
    openFiles: readdirSync(`/proc/${pid}/fd`).length,
  };
}

/** The processor seconds of a process and of its children, running and ended. */
export function cpuSeconds(pid: number): number {
  return childrenOf(pid).reduce((sum, child) => sum + cpuSeconds(child), own(pid));
}

/** A tick is ten milliseconds on every system. */
function own(pid: number): number {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.split(') ').at(-1)?.split(' ') ?? [];
    return [11, 12, 13, 14].reduce((sum, at) => sum + Number(fields[at]), 0) / 100;
  } catch {
    return 0;
  }
}
