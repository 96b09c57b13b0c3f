import pg from 'pg';

/** The most values of a message. */
const MOST_VALUES = 65_535;

/** Messages of PostgreSQL's protocol that are always the same. */
const DESCRIBE = Buffer.from([0x44, 0, 0, 0, 0x06, 0x50, 0]);
const EXECUTE = Buffer.from([0x45, 0, 0, 0, 0x09, 0, 0, 0, 0, 0]);
const SYNC = Buffer.from([0x53, 0, 0, 0, 0x04]);

const NOTHING = Buffer.alloc(0);
const COMMIT = message(NOTHING, 'commit', [], EXECUTE);

/** The messages after a statement: describe its columns, and run it. */
const RUN = Buffer.concat([DESCRIBE, EXECUTE, SYNC]);

/** The same, and then the commit. */
const RUN_AND_COMMIT = Buffer.concat([DESCRIBE, EXECUTE, COMMIT, SYNC]);

/** The messages that begin a transaction. */
export interface Beginning {
  readonly messages: Buffer;
  readonly commands: number;
}

/** @param commands The first command begins a transaction; none of them returns rows. */
export function beginningOf(commands: readonly string[]): Beginning {
  const messages = Buffer.concat(commands.map((text) => message(NOTHING, text, [], EXECUTE)));
  return { messages, commands: commands.length };
}

export interface FirstStatement {
  readonly beginning: Beginning;
  readonly text: string;
  readonly parameters: readonly unknown[];
  /** Whether it is the only statement, so that the transaction ends after it. */
  readonly alone: boolean;
}

/**
 * Begins a transaction and runs its first statement in one round trip. A statement that is alone is
 * committed in it too. Everything leaves in one write with one Sync, and one answer comes back.
 * Three queries in a pipeline would cost this process half as much again, and the server a sixth.
 *
 * After a command that fails, the server skips all later ones, so no statement runs without the
 * role that the begin sets. After a rejection the transaction may be open, and must be rolled back.
 */
export function runFirst(
  client: pg.ClientBase,
  statement: FirstStatement,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const done: Done = (error, result) => {
      if (error) reject(error);
      else resolve(result as pg.QueryResult);
    };
    client.query(new FirstQuery(statement, done));
  });
}

type Done = (error: Error | null | undefined, result: unknown) => void;

/** The methods that a client of `pg` calls on a query; the types of `pg` lack them. */
interface ClientQuery {
  handleCommandComplete(answer: object, connection: unknown): void;
}

/** A client with pipelining accepts only queries of this class. */
const Query = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
  done: Done,
) => ClientQuery;

class FirstQuery extends Query implements pg.Submittable {
  readonly #statement: FirstStatement;
  /** The number of completed commands: those of the begin, the statement, the commit. */
  #over = 0;

  constructor(statement: FirstStatement, done: Done) {
    super(statement.text, statement.parameters, done);
    this.#statement = statement;
  }

  /** @returns The error when nothing was sent. */
  submit(connection: pg.Connection): Error | null {
    const { beginning, text, parameters, alone } = this.#statement;
    try {
      const behind = alone ? RUN_AND_COMMIT : RUN;
      connection.stream.write(message(beginning.messages, text, parameters, behind));
      return null;
    } catch (error) {
      return error as Error;
    }
  }

  override handleCommandComplete(answer: object, connection: unknown): void {
    // The caller needs the result of the statement only; of the other commands only their failure
    // matters.
    if (this.#over === this.#statement.beginning.commands) {
      super.handleCommandComplete(answer, connection);
    }
    this.#over += 1;
  }
}

/**
 * The messages that parse a statement and bind its values, both without a name, so that the
 * connection keeps nothing, between the messages before and after them.
 */
function message(
  before: Buffer,
  text: string,
  parameters: readonly unknown[],
  behind: Buffer,
): Buffer {
  if (parameters.length > MOST_VALUES)
    throw new Error(`There are more than ${MOST_VALUES} values.`);
  const values = parameters.map(sendable);
  const textLength = Buffer.byteLength(text);
  const parseLength = 4 + 1 + textLength + 1 + 2;
  // For each value: its format, its length and its bytes.
  let bindLength = 4 + 2 + 2 + 2 + 4;
  for (const value of values) bindLength += 6 + (value === null ? 0 : Buffer.byteLength(value));
  const bytes = Buffer.allocUnsafe(
    before.length + 1 + parseLength + 1 + bindLength + behind.length,
  );
  let at = before.copy(bytes);
  at = bytes.writeUInt8(0x50, at);
  at = bytes.writeInt32BE(parseLength, at);
  at = bytes.writeUInt8(0, at);
  at += bytes.write(text, at);
  at = bytes.writeUInt8(0, at);
  // No types are sent, because the server infers them.
  at = bytes.writeInt16BE(0, at);
  at = bytes.writeUInt8(0x42, at);
  at = bytes.writeInt32BE(bindLength, at);
  at = bytes.writeInt16BE(0, at);
  at = bytes.writeUInt16BE(values.length, at);
  for (const value of values)
    at = bytes.writeInt16BE(typeof value === 'object' && value ? 1 : 0, at);
  at = bytes.writeUInt16BE(values.length, at);
  for (const value of values) at = writeValue(bytes, value, at);
  // All result columns as text.
  at = bytes.writeInt32BE(0x0001_0000, at);
  behind.copy(bytes, at);
  return bytes;
}

function writeValue(bytes: Buffer, value: string | Buffer | null, at: number): number {
  if (value === null) return bytes.writeInt32BE(-1, at);
  const begin = at + 4;
  const length = typeof value === 'string' ? bytes.write(value, begin) : value.copy(bytes, begin);
  bytes.writeInt32BE(length, at);
  return begin + length;
}

/**
 * A value in the form of the protocol: text, bytes, or null. SQLite accepts no other values either.
 */
function sendable(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') {
    return String(value);
  }
  if (Buffer.isBuffer(value)) return value;
  throw new TypeError('A statement takes texts, numbers, booleans, bytes and null.');
}
