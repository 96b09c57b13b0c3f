import { rmSync } from 'node:fs';
import { runToEnd } from './children.js';
import { programEnvironment, type Workspace } from './workspace.js';

/** The files that the measurements over HTTP share. */
export interface PreparedFiles {
  /** Searches of the five kinds, in turn. */
  readonly searches: string;
  /** Searches for traffic in which none comes twice. */
  readonly distinct: string;
  /** Searches as visitors ask them, most of them again and again. */
  readonly repeating: string;
  readonly keys: string;
  /** A key that may write. */
  readonly writeKeys: string;
  /** The record of each listing. */
  readonly texts: string;
}

/** Makes searches, keys and texts. @param keys The number of keys. */
export async function prepareLoad(workspace: Workspace, keys: number): Promise<PreparedFiles> {
  const files: PreparedFiles = {
    searches: workspace.file('searches.json'),
    distinct: workspace.file('distinct.json'),
    repeating: workspace.file('repeating.json'),
    keys: workspace.file('keys.json'),
    writeKeys: workspace.file('write-keys.json'),
    texts: workspace.file('texts.sqlite'),
  };
  rmSync(files.texts, { force: true });
  const prepare = workspace.module('bench/http-prepare-process.js');
  await runToEnd([prepare, JSON.stringify(files), String(keys)], {
    signal: workspace.signal,
    env: programEnvironment(workspace),
  });
  return files;
}
