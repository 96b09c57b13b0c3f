import { beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../rig/offline.js';
import { differencesFrom } from './differences.js';
import { fixtureFolder, onDatabases, recorded, releases, restore } from './fixture.js';
import { type Replay, replay } from './replay.js';

/** A replay runs programs for a good part of a minute on a machine that is busy with other tests. */
const REPLAY_TIMEOUT_MS = 180_000;

describe.each(releases())('an installation of %s', (release) => {
  const differences = differencesFrom(release);

  onDatabases(release)('under this program', (database) => {
    const before = recorded(release, database.kind);
    let now: Replay;

    beforeAll(async () => {
      await restore(fixtureFolder(release, database.kind), database);
      const questions = before.calls.map(({ question }) => question);
      const installation = { ...database, settings: { PORTICO_OVERLOAD: 'accept' } };
      // Its commands run within this process, as a start of the program costs more than most of them.
      now = await replay(installation, questions, runCommand);
    }, REPLAY_TIMEOUT_MS);

    it('answers every call as that release did', () => {
      expect(before.calls.length).toBeGreaterThan(80);
      for (const [index, { question, answer }] of before.calls.entries()) {
        const expected = differences.reduce(
          (changed, { apply }) => apply?.(question, changed) ?? changed,
          answer,
        );
        const asked = `call ${index}, ${question.method} ${question.path}`;
        expect.soft(now.calls[index]?.answer, asked).toEqual(expected);
      }
    });

    it('prints and exports what that release did', () => {
      const commands = differences.reduce(
        (changed, { applyToCommands }) => applyToCommands?.(changed) ?? changed,
        before.commands,
      );
      const added = differences.flatMap(({ exportsToo = [] }) => exportsToo);
      const empty = differences.flatMap(({ writesEmpty = [] }) => writesEmpty);
      const isAdded = (command: string) =>
        command.startsWith('export ') &&
        [...added, ...empty].some((file) => command.endsWith(` ${file}`));
      const asked = Object.keys(now.commands);
      expect(asked.filter((command) => !isAdded(command)).sort()).toEqual(
        Object.keys(commands).sort(),
      );
      // Acme has both, the feed has neither.
      expect(asked.filter((command) => isAdded(command) && now.commands[command] !== '')).toEqual(
        added.map((file) => `export acme ${file}`),
      );
      for (const [command, output] of Object.entries(commands)) {
        const expected = differences.reduce(
          (changed, { applyToOutput }) => applyToOutput?.(command, changed) ?? changed,
          output,
        );
        expect.soft(now.commands[command], command).toBe(expected);
      }
    });

    it('sends the email that waited, and the email of new calls, as that release did', () => {
      expect(before.waiting.length).toBeGreaterThan(8);
      expect(now.waiting).toEqual(before.waiting);
      const asNow = (raw: string) =>
        differences.reduce((text, { applyToEmail }) => applyToEmail?.(text) ?? text, raw);
      expect(now.caused).toEqual(
        before.caused.map((email) => ({ ...email, raw: asNow(email.raw) })),
      );
    });
  });
});
