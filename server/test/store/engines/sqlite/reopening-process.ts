import { join } from 'node:path';
import { setImmediate as otherWork } from 'node:timers/promises';
import { sql } from 'kysely';
import { systemClock } from '../../../../src/lib/clock.js';
import { openSqlite } from '../../../../src/store/engines/dialect.js';
import { heldBack } from '../../../../src/store/engines/sqlite/native-objects.js';
import { OpenFiles } from '../../../../src/store/engines/sqlite/open-files.js';

/**
 * Opens and closes databases again and again, with several statements each, and makes garbage in
 * between, so that collections come between two turns of the event loop.
 */
const [, , folder = '', times = '1000'] = process.argv;
const files = new OpenFiles(2, systemClock);
files.stop();
const all = Array.from({ length: 8 }, (_, at) =>
  openSqlite<{ item: { id: number } }>(join(folder, `${at}.sqlite`), files),
);
for (const { db } of all) await db.schema.createTable('item').addColumn('id', 'integer').execute();
const memory: number[] = [];
let garbage: object[] = [];
for (let time = 0; time < Number(times); time += 1) {
  const { db } = all[time % all.length] as (typeof all)[number];
  for (let shape = 0; shape < 5; shape += 1) {
    await sql`select ${sql.lit(shape)} as shape from item`.execute(db);
  }
  garbage = time % 50 === 0 ? [] : [...garbage, Array.from({ length: 2000 }, () => ({ time }))];
  await otherWork();
  if (time % 100 === 99) memory.push(process.memoryUsage.rss());
}
const { opened } = files.state;
process.stdout.write(JSON.stringify({ opened, memory, held: heldBack() }));
