import type { StoredClient } from './client.queries.js';

/** A client of whom nothing is told. */
export const EMPTY_CLIENT: StoredClient = {
  id: 0,
  first_name: '',
  last_name: '',
  email: '',
  email_key: '',
  type: '',
  verify: '',
  member: 0,
  login_key: null,
  password_hash: '',
  verified: 0,
  last_login_at: 0,
  created_at: 0,
  updated_at: 0,
  phone: '',
  home_phone: '',
  office_phone: '',
  agent_id: 0,
  progress: '',
  source: '',
  dob: '',
  address: '',
  city: '',
  state: '',
  zip: '',
};

/** The columns that follow from others: who is a member, and what a member logs in with. */
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
