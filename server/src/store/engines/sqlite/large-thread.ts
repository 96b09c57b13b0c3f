/**
 * The thread of large-writes.ts: it runs the statements of large transactions, each on a connection
 * of its own that is open as long as the transaction.
 */
import Sqlite from 'better-sqlite3';
import type { QueryResult } from 'kysely';
import { standBack } from '../../../lib/threads.js';
import { Connection } from './connection.js';

/** A step of a large transaction, by the number that the process has given to it. */
export type Step = { readonly write: number } & (
  | { readonly do: 'begin'; readonly file: string; readonly sharing: number }
  | { readonly do: 'run'; readonly sql: string; readonly parameters: readonly unknown[] }
  /** `more` asks for the next rows of the last statement. */
  | { readonly do: 'more' | 'commit' | 'roll back' }
);

/** What a step came to. An error of SQLite comes as its parts, as it would lose its code between threads. */
export type StepOutcome =
  | { readonly result: QueryResult<unknown>; readonly more: boolean }
  | { readonly message: string; readonly code: string };

standBack();

const NOTHING: QueryResult<unknown> = { rows: [] };

/** The values that travel at once: to take as many out of a message takes a millisecond or two. */
const VALUES_AT_ONCE = 5_000;

interface Transaction {
  readonly connection: Connection;
  /** The rows of the last statement that have not travelled yet. */
  rest: readonly unknown[];
}

const transactions = new Map<number, Transaction>();

/** Takes one step. @throws Error when the step belongs to a transaction that is not open. */
export default function take(step: Step): StepOutcome {
  try {
    const result = taken(step);
    return { result, more: (transactions.get(step.write)?.rest.length ?? 0) > 0 };
  } catch (error) {
    if (error instanceof Sqlite.SqliteError) return { message: error.message, code: error.code };
    throw error;
  }
}

function taken(step: Step): QueryResult<unknown> {
  const { write } = step;
  if (step.do === 'begin') {
    begin(write, step.file, step.sharing);
    return NOTHING;
  }
  if (step.do === 'roll back') {
    end(write);
    return NOTHING;
  }
  const transaction = transactions.get(write);
  if (transaction?.connection.database.inTransaction !== true) {
    throw new Error('A large write was ended before its time.');
  }
  if (step.do === 'more') return { rows: firstOf(transaction, transaction.rest) };
  if (step.do === 'run') {
    const { rows, ...result } = transaction.connection.run(step.sql, step.parameters);
    return { ...result, rows: firstOf(transaction, rows) };
  }
  transaction.connection.exec('COMMIT');
  // The connection holds much memory, and the next large write may be long in coming.
  end(write);
  return NOTHING;
}

/** Begins, or tries once more where another process had the file. */
function begin(write: number, file: string, sharing: number): void {
  const connection = transactions.get(write)?.connection ?? new Connection(file, 'writer', sharing);
  transactions.set(write, { connection, rest: [] });
  connection.exec('BEGIN IMMEDIATE');
}

/** Closes the connection, which rolls back what was not committed. */
function end(write: number): void {
  // There is none if the thread had to be started again.
  transactions.get(write)?.connection.close();
  transactions.delete(write);
}

/** The rows that travel at once, of which the others wait. */
function firstOf(transaction: Transaction, rows: readonly unknown[]): unknown[] {
  const width = Object.keys(rows[0] ?? {}).length;
  const count = Math.ceil(VALUES_AT_ONCE / Math.max(1, width));
  transaction.rest = rows.slice(count);
  return rows.slice(0, count);
}
