import type { ResourceName } from './resource.js';

/**
 * The counts of one resource: records read, written (in a dry run: that would be written), and left
 * out.
 */
export interface ResourceCounts {
  read: number;
  written: number;
  rejected: number;
}

/** The JSON object that an import prints. It names only resources that had a file. */
export type ImportSummary = { [Name in ResourceName]?: ResourceCounts } & {
  /** The rejects file; null when nothing was rejected. */
  rejects: string | null;
  /** The files of a folder that an import does not read; absent when there are none. */
  skipped?: string[];
  /** How many records a complete import removed of each kind; in a dry run: would remove. */
  removed?: Readonly<Partial<Record<ResourceName, number>>>;
  /** Present when the import was asked to stop, so the files were not read to their end. */
  interrupted?: true;
};
