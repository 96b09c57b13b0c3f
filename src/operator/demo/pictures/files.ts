import { paperPath } from '../content/documents.js';
import { PAPERS } from '../content/papers.js';
import { pdf } from '../content/pdf.js';
import type { BuildingPlan } from '../property/building-plan.js';

/** A file of the demo media folder, made when asked. */
export interface DemoFile {
  /** Relative media path. */
  readonly path: string;
  /** The bytes; the same at every call. */
  draw(): Promise<Buffer>;
}

/** The PDF documents. */
export function* documents(): Iterable<DemoFile> {
  for (const paper of PAPERS) yield { path: paperPath(paper), draw: async () => pdf(paper) };
}

export function* pictures(_seed: number, _buildings: readonly BuildingPlan[]): Iterable<DemoFile> {}
