import { tablePagesExport } from '../kinds/table-export.js';
import { buildingIdsOf, labelIdsOf } from './blog.queries.js';
import { blogRecord } from './blog.record.js';

/** Exports blog posts, published or not, with their labels and buildings. */
export const exportBlogs = tablePagesExport('blog', async (rows, context) => {
  const ids = rows.map((row) => row.id);
  const labels = await labelIdsOf(context.database, ids);
  const buildings = await buildingIdsOf(context.database, ids);
  return rows.map((row) => ({
    ...blogRecord(row, context),
    agent_id: row.agent_id === 0 ? '' : String(row.agent_id),
    created_by: row.created_by,
    friendly: row.friendly,
    status: row.status,
    labels: labels.get(row.id) ?? [],
    buildings: buildings.get(row.id) ?? [],
  }));
});
