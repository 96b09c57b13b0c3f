import type { Question } from './questions.js';
import type { Answer, Replay } from './replay.js';

/** What was changed on purpose since a release. */
export interface Difference {
  /** Why, for whoever reads a list of differences. */
  readonly reason: string;
  /** The answer of a release as this program gives it. */
  apply?(release: string, question: Question, answer: Answer): Answer;
  /** What commands of a release printed and exported, as those of this program do. */
  applyToCommands?(release: string, commands: Replay['commands']): Replay['commands'];
  /** Files of exports that the release did not write. */
  readonly exportsToo?: readonly string[];
}

/** Every difference that is meant, one by one. */
export const EXPECTED_DIFFERENCES: readonly Difference[] = [
  {
    reason: 'keys have a name, an expiry and limits of their own, and say when they were used',
    applyToCommands(_release, commands) {
      const changed = { ...commands };
      for (const client of ['acme', 'beta']) {
        const name = `key list ${client}`;
        const listed = JSON.parse(commands[name] ?? '') as { keys: Record<string, unknown>[] };
        const keys = listed.keys.map(({ prefix, active, created, ...key }) => ({
          ...{ prefix, name: '', active, expired: false, ...key, rate: 10, inFlight: 3 },
          ...{ expires: null, lastUsed: null, created },
        }));
        changed[name] = `${JSON.stringify({ ...listed, keys })}\n`;
      }
      return changed;
    },
  },
  {
    reason: 'favourites and trails of members are exported, too',
    exportsToo: ['favorites.ndjson', 'trails.ndjson'],
  },
];
