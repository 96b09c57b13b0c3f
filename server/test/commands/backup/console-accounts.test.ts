import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { SecondFactors } from '../../../src/console/second-factor.js';
import { codeAt } from '../../console/console.js';
import { forAnyDatabase } from '../../rig/databases.js';
import { temporaryFolder } from '../../rig/temp.js';
import { addConsoleAccount } from './console-account.js';
import { command, type Place, served } from './installation.js';

forAnyDatabase('second factors in a restore under another secret key', (database) => {
  const folders = { with: join(temporaryFolder(), 'b'), without: join(temporaryFolder(), 'b') };
  let secret: string;

  beforeAll(async () => {
    await command(database, 'client', 'add', 'acme');
    const before = await served(database);
    secret = await addConsoleAccount(before);
    await before.close();
    expect((await command(database, 'backup', folders.with)).code).toBe(0);
    const bare = await command(database, 'backup', folders.without, '--no-secret-key');
    expect(bare.code).toBe(0);
  });

  async function restored(folder: string) {
    const place: Place = {
      ...{ dataFolder: temporaryFolder(), databaseUrl: undefined, secretKey: randomBytes(32) },
    };
    const { code, json } = await command(place, 'restore', folder);
    expect([code, json]).toEqual([0, expect.objectContaining({})]);
    const after = await served(place);
    try {
      const { consoleAccounts } = after.services.directory;
      const account = await consoleAccounts.byEmail('ann@example.com');
      if (account === undefined) throw new Error('The account was not restored.');
      after.clock.advance(30_000);
      const code = codeAt(secret, after.clock.now());
      return {
        warnings: json.warnings,
        codes: await consoleAccounts.countCodes(account.id),
        isGood: await new SecondFactors(after.services).use(account, code),
      };
    } finally {
      await after.close();
    }
  }

  it('open, without recovery codes, and the restore says whose', async () => {
    expect(await restored(folders.with)).toEqual({
      warnings: [expect.stringMatching(/have lost their recovery codes.*: ann@example\.com\./)],
      ...{ codes: 0, isGood: true },
    });
  });

  it('are named where the backup is without its key', async () => {
    expect(await restored(folders.without)).toEqual({
      warnings: [
        expect.stringMatching(/^The second factors .* cannot be read.*: ann@example\.com\./),
      ],
      ...{ codes: 0, isGood: false },
    });
  });
});
