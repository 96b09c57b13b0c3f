import type { RecordExport } from '../../resources/kinds/record-kind.js';

/** How many keys an export reads at a time, where nobody else waits for its process. */
const PAGE = 1000;

/** Exports all keys, by kind and number. */
export const exportSourceKeys: RecordExport = async function* ({ database, pageSize = PAGE }) {
  let [kind, number] = ['', 0];
  for (;;) {
    const rows = await database.db
      .selectFrom('source_key')
      .selectAll()
      .where((eb) =>
        eb.or([eb('kind', '>', kind), eb.and([eb('kind', '=', kind), eb('number', '>', number)])]),
      )
      .orderBy('kind')
      .orderBy('number')
      .limit(pageSize)
      .execute();
    for (const row of rows) {
      yield { kind: row.kind, source: row.source, key: row.key, id: row.number };
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    ({ kind, number } = last);
  }
};
