/**
 * The tables without data of a brokerage: schema steps, the state of a move (and the changes that a killed one of 0.2 noted), the number of
 * changes of the directory, how far it knows the schemas of tenants, and which tenant databases need a
 * look for email.
 */
export const BOOKKEEPING = [
  'schema_step',
  'move_state',
  'move_change',
  'directory_change',
  'client_schema',
  'queued_email',
] as const;
