import Sqlite from 'better-sqlite3';
import { hold } from '../../src/store/engines/sqlite/native-objects.js';

/**
 * Opens a file of SQLite past the server. It and its statements are held until the process ends, as on
 * Node.js 24 one that is collected between two turns may end it (`native-objects.ts`).
 */
export function openFile(file: string, options?: Sqlite.Options): Sqlite.Database {
  const database = new Sqlite(file, options);
  hold(database);
  const prepare = database.prepare.bind(database);
  const held = (sql: string): Sqlite.Statement => {
    const statement = prepare(sql);
    hold(statement);
    return statement;
  };
  return Object.assign(database, { prepare: held as typeof database.prepare });
}
