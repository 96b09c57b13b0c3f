import { setImmediate as otherWork } from 'node:timers/promises';
import Sqlite from 'better-sqlite3';
import { systemClock } from '../../../../src/lib/clock.js';
import { giveUp, heldBack, hold } from '../../../../src/store/engines/sqlite/native-objects.js';
import { removeDatabase } from '../../../../src/store/remove-database.js';
import { tenantFile } from '../../../../src/store/tenant/open.js';

/**
 * Makes and removes databases again and again, and makes garbage in between, so that collections come
 * between two turns of the event loop. Prints how many native objects each removal has released.
 */
const [, , folder = '', times = '100'] = process.argv;
const released = new Set<number>();
let garbage: object[] = [];
for (let time = 0; time < Number(times); time += 1) {
  const made = new Sqlite(tenantFile(folder, 'acme'));
  hold(made);
  made.exec('pragma journal_mode = WAL; create table item (id integer)');
  made.close();
  giveUp(made);
  const before = heldBack();
  await removeDatabase({ folder }, 'acme', systemClock);
  released.add(heldBack() - before);
  garbage = time % 50 === 0 ? [] : [...garbage, Array.from({ length: 2000 }, () => ({ time }))];
  await otherWork();
}
process.stdout.write(JSON.stringify([...released]));
