import { SecondFactors } from '../../../src/console/second-factor.js';
import {
  type ConsoleAccount,
  insertAccount,
} from '../../../src/store/directory/console-accounts.js';
import { codeAt } from '../../console/console.js';
import type { Served } from './installation.js';

/** Makes an account that is signed in, with a second factor. @returns The secret of that. */
export async function addConsoleAccount({ services, clock }: Served): Promise<string> {
  const { consoleAccounts, consoleSessions } = services.directory;
  const now = clock.now();
  const about = { email: 'ann@example.com', name: 'Ann', role: 'owner', created_at: now };
  const id = await insertAccount(services.directory.tables.db, { ...about, password_hash: 'hash' });
  await consoleAccounts.setClientRole(id, 'acme', 'editor');
  const factors = new SecondFactors(services);
  const read = async () => (await consoleAccounts.byId(id)) as ConsoleAccount;
  const { secret } = await factors.propose(await read());
  await factors.confirm(await read(), codeAt(secret, now));
  const session = {
    account_id: id,
    token_hash: 'hash',
    created_at: now,
    seen_at: now,
    proved_at: 0,
  };
  const bounds = { begunAfter: 0, seenAfter: 0 };
  await consoleSessions.begin({ ...session, address: '', agent: '' }, bounds);
  return secret;
}
