import type { ResourceName } from './resource.js';

/** Of one resource: records read, written (in a dry run: that would be), and left out. */
export interface ResourceCounts {
  read: number;
  written: number;
  rejected: number;
}

/** The JSON object that an import prints. Only resources that had a file are named. */
export type ImportSummary = { [Name in ResourceName]?: ResourceCounts } & {
  /** The rejects file; null when nothing was rejected. */
  rejects: string | null;
  /** What a folder held and an import does not take; absent when there is nothing of that kind. */
  skipped?: string[];
  /** Present when the import was asked to stop: the files were not read to their end. */
  interrupted?: true;
};
