import type { Question } from './questions.js';
import type { Answer } from './replay.js';

/** What was changed on purpose since a release. */
export interface Difference {
  /** Why, for whoever reads a list of differences. */
  readonly reason: string;
  /** The answer of a release as this program gives it. */
  readonly apply?: (release: string, question: Question, answer: Answer) => Answer;
  /** What a command of a release printed, or a file of its exports, as this program writes it. */
  readonly applyToOutput?: (release: string, command: string, output: string) => string;
}

/** Every difference that is meant, one by one. */
export const EXPECTED_DIFFERENCES: readonly Difference[] = [
  {
    reason: 'The address of a building that was made out of listings is the street alone',
    applyToOutput: (_release, command, output) =>
      command === 'export onekey buildings.ndjson'
        ? output.replaceAll(
            /"address":"(\d+) ([^"]+)","house":"\1"/g,
            '"address":"$2","house":"$1"',
          )
        : output,
  },
];
