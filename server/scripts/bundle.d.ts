import type { Plugin } from 'esbuild';

export function bundle(
  folder: string,
  programs: readonly string[],
  plugins?: readonly Plugin[],
): Promise<string[]>;
