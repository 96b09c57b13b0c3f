import pg from 'pg';

/** The most values that a message has room for. */
const MOST_VALUES = 65_535;

/** Messages of PostgreSQL's protocol in which nothing changes. */
const DESCRIBE = Buffer.from([0x44, 0, 0, 0, 0x06, 0x50, 0]);
const EXECUTE = Buffer.from([0x45, 0, 0, 0, 0x09, 0, 0, 0, 0, 0]);
const SYNC = Buffer.from([0x53, 0, 0, 0, 0x04]);

const NOTHING = Buffer.alloc(0);
const COMMIT = message(NOTHING, 'commit', [], EXECUTE);

/** What follows a statement: its columns are asked for, and it runs. */
const RUN = Buffer.concat([DESCRIBE, EXECUTE, SYNC]);

/** The same, and then its transaction ends. */
const RUN_AND_COMMIT = Buffer.concat([DESCRIBE, EXECUTE, COMMIT, SYNC]);

/** What begins a transaction, as the messages that ask for it. */
export interface Beginning {
  readonly messages: Buffer;
  /** How many commands it has. */
  readonly commands: number;
}

/** @param commands The first begins a transaction; none of them gives rows. */
export function beginningOf(commands: readonly string[]): Beginning {
  const messages = Buffer.concat(commands.map((text) => message(NOTHING, text, [], EXECUTE)));
  return { messages, commands: commands.length };
}

/** A statement that begins a transaction. */
export interface FirstStatement {
  readonly beginning: Beginning;
  readonly text: string;
  readonly parameters: readonly unknown[];
  /** Whether it is the only one, and the transaction ends behind it. */
  readonly alone: boolean;
}

/**
 * Begins a transaction and runs its first statement in one round trip; one that is alone is committed
 * in it too. All leaves in one write with one Sync, and one answer comes back: as three queries on their
 * way together it costs this process half as much again, and the server a sixth.
 *
 * Where a command fails, the server passes over all that follow: no statement runs without the role
 * that its beginning takes. After a rejection the transaction may be open, and has to be rolled back.
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

/** What a client of `pg` calls on a query; its types leave it out. */
interface ClientQuery {
  handleCommandComplete(answer: object, connection: unknown): void;
}

/** A client that pipelines takes queries of this class alone. */
const Query = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
  done: Done,
) => ClientQuery;

class FirstQuery extends Query implements pg.Submittable {
  readonly #statement: FirstStatement;
  /** Commands that are over: those of the beginning, the statement, the commit. */
  #over = 0;

  constructor(statement: FirstStatement, done: Done) {
    super(statement.text, statement.parameters, done);
    this.#statement = statement;
  }

  /** @returns Why nothing was sent. */
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
    // The caller wants to know of the statement, and of what is around it only whether it failed.
    if (this.#over === this.#statement.beginning.commands) {
      super.handleCommandComplete(answer, connection);
    }
    this.#over += 1;
  }
}

/**
 * The messages that have a statement parsed and its values bound, both without a name, so that the
 * connection keeps nothing; with others before and behind.
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
  // Of each value its format, its length and itself.
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
  // The server finds the types of the values by itself.
  at = bytes.writeInt16BE(0, at);
  at = bytes.writeUInt8(0x42, at);
  at = bytes.writeInt32BE(bindLength, at);
  at = bytes.writeInt16BE(0, at);
  at = bytes.writeUInt16BE(values.length, at);
  for (const value of values)
    at = bytes.writeInt16BE(typeof value === 'object' && value ? 1 : 0, at);
  at = bytes.writeUInt16BE(values.length, at);
  for (const value of values) at = writeValue(bytes, value, at);
  // All columns as text.
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

/** A value as the protocol sends it: a text, bytes, or nothing. SQLite takes no others either. */
function sendable(value: unknown): string | Buffer | null {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') {
    return String(value);
  }
  if (Buffer.isBuffer(value)) return value;
  throw new TypeError('A statement takes texts, numbers, booleans, bytes and null.');
}
