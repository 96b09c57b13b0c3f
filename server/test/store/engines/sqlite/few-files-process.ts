import { join } from 'node:path';
import { systemClock } from '../../../../src/lib/clock.js';
import { openSqlite } from '../../../../src/store/engines/dialect.js';
import { OpenFiles } from '../../../../src/store/engines/sqlite/open-files.js';

/** Uses many databases in turns, under a limit of open files that lets it open a quarter of them. */
const [, , folder = ''] = process.argv;
let said = 0;
const files = new OpenFiles(1000, systemClock, {
  onShortage: () => {
    said += 1;
  },
});
files.stop();
const all = Array.from(
  { length: 150 },
  (_, at) => openSqlite<{ item: { id: number } }>(join(folder, `${at}.sqlite`), files).db,
);
for (const db of all) await db.schema.createTable('item').addColumn('id', 'integer').execute();
let answered = 0;
for (let round = 0; round < 3; round += 1) {
  for (const db of all) {
    await db.insertInto('item').values({ id: round }).execute();
    const rows = await db.selectFrom('item').select('id').execute();
    if (rows.length === round + 1) answered += 1;
  }
}
process.stdout.write(JSON.stringify({ answered, said, open: files.state.open }));
