import type { StoredClient } from './client.queries.js';

/** The columns that follow from others: whether a client is a member, and the key of its login. */
export function withKeys(row: StoredClient): StoredClient {
  const email_key = row.email.toLowerCase();
  const member = row.verify === '' ? 0 : 1;
  return {
    ...row,
    email_key,
    member,
    login_key: member === 1 && email_key !== '' ? email_key : null,
  };
}
