import type { Question } from './questions.js';
import type { Answer } from './replay.js';

/** What was changed on purpose since a release. */
export interface Difference {
  /** Why, for whoever reads a list of differences. */
  readonly reason: string;
  /** The answer of a release as this program gives it. */
  apply(release: string, question: Question, answer: Answer): Answer;
}

/** Every difference that is meant, one by one. */
export const EXPECTED_DIFFERENCES: readonly Difference[] = [];
