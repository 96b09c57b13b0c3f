/**
 * Tables that hold no data of anybody: the steps of a schema, what a move to another place notes
 * while it lasts, how often the directory has changed, how far it knows the schemas of clients, and
 * which of their databases need a look for email.
 */
export const BOOKKEEPING = [
  'schema_step',
  'move_state',
  'move_change',
  'directory_change',
  'client_schema',
  'queued_email',
] as const;
