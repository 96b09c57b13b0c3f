import { resolve } from 'node:path';
import { createInterface } from 'node:readline';
import type { Command } from 'commander';
import type { Services } from '../services.js';
import { saveBackup } from './backup.js';
import type { World } from './command.js';
import { CommandError, UsageError } from './command-error.js';

export interface RemovalOptions {
  readonly yes?: true;
  readonly backup?: string;
}

export function removalOptions(command: Command): Command {
  return command
    .option('--yes', 'do not ask: for scripts')
    .option('--backup <folder>', 'make a backup of the installation there first');
}

export interface RemovalQuestions {
  /** The command, as an error names it: `client remove`. */
  readonly command: string;
  /** What has to be typed to remove it. */
  readonly name: string;
  /** What is lost, in lines for people. */
  readonly loss: string;
  readonly offersBackup: boolean;
}

/**
 * Asks twice before something is removed for good: for its name, and then once more. Questions go to
 * standard error, as standard output has the answer of the command alone.
 *
 * @returns The folder of a backup to make first; undefined for none.
 * @throws UsageError where nobody can be asked.
 * @throws CommandError when the answer is not yes.
 */
export async function askBeforeRemoval(
  { stdin, stderr }: World,
  { command, name, loss, offersBackup }: RemovalQuestions,
): Promise<string | undefined> {
  if (stdin.isTTY !== true) {
    throw new UsageError(
      `\`portico ${command}\` asks before it removes anything, and there is no terminal to ask at. Say --yes.`,
    );
  }
  const lines = createInterface({ input: stdin, terminal: false });
  const answers = lines[Symbol.asyncIterator]();
  const ask = async (question: string): Promise<string> => {
    stderr.write(question);
    const answer = await answers.next();
    // The end of the input, such as Ctrl+D.
    if (answer.done === true) throw new CommandError('Nothing was removed.');
    return answer.value.trim();
  };
  try {
    stderr.write(`${loss}\n`);
    const backup = offersBackup
      ? await ask('A new folder for a backup first (empty for none): ')
      : '';
    if ((await ask(`Type ${name} to remove all of that: `)) !== name) {
      throw new CommandError('That is another name. Nothing was removed.');
    }
    if ((await ask('There is no way back. Remove it? Type yes: ')) !== 'yes') {
      throw new CommandError('Nothing was removed.');
    }
    return backup === '' ? undefined : backup;
  } finally {
    lines.close();
  }
}

/** Asks, unless the operator has said `--yes`, and makes the backup that is wanted. @returns Its folder. */
export async function agreedBackup(
  world: World,
  services: Services,
  { yes, backup }: RemovalOptions,
  questions: RemovalQuestions,
): Promise<string | undefined> {
  if (backup !== undefined && !questions.offersBackup) {
    throw new CommandError(
      `The removal of ${questions.name} has begun, and it cannot be saved any more. Run it without --backup.`,
    );
  }
  const offersBackup = questions.offersBackup && backup === undefined;
  const wanted =
    yes === true
      ? backup
      : ((await askBeforeRemoval(world, { ...questions, offersBackup })) ?? backup);
  if (wanted === undefined) return undefined;
  const folder = resolve(world.cwd, wanted);
  await saveBackup(world, services, folder, { media: true, secretKey: true });
  return folder;
}
