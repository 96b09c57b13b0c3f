/**
 * Tables of a client database that hold no data of the client: the steps of its schema, and what a
 * move to another place notes while it lasts.
 */
export const BOOKKEEPING = ['schema_step', 'move_state', 'move_change'] as const;
