import type { Kysely } from 'kysely';
import { expect, it } from 'vitest';
import { blogLabel } from '../../../src/resources/blog-label.js';
import { neighborhood } from '../../../src/resources/buildings/neighborhood.js';
import { blog } from '../../../src/resources/content/blog.js';
import { label } from '../../../src/resources/content/label.js';
import { document } from '../../../src/resources/document.js';
import { building } from '../../../src/resources/kinds/building.fields.js';
import { lead } from '../../../src/resources/leads/lead.js';
import { link, linkCategory } from '../../../src/resources/link.js';
import { listing } from '../../../src/resources/listings/listing.fields.js';
import { client } from '../../../src/resources/members/client.js';
import { deal } from '../../../src/resources/members/deal.js';
import { trail } from '../../../src/resources/members/trail.js';
import { office } from '../../../src/resources/office.js';
import { agent } from '../../../src/resources/people/agent.js';
import { team } from '../../../src/resources/people/team.js';
import { press } from '../../../src/resources/press.js';
import { savedSearch } from '../../../src/resources/saved-searches/saved-search.js';
import { testimonial } from '../../../src/resources/testimonial.js';
import { video } from '../../../src/resources/video.js';
import { LISTING_SEARCH_DEFAULTS } from '../../../src/search/listing.search-row.js';
import * as tables from '../../../src/store/tenant/tables.js';
import { forEachDatabase } from '../../rig/databases.js';
import { asOwner } from '../../rig/owner.js';
import { serverFor } from '../../rig/server.js';

/** What this program stores for a field that a record leaves out, by table. */
const DEFAULTS: Readonly<Record<string, object>> = {
  neighborhood: neighborhood.defaults,
  building: building.defaults,
  building_photo: tables.BUILDING_PHOTO_DEFAULTS,
  label: label.defaults,
  listing: listing.defaults,
  listing_search: LISTING_SEARCH_DEFAULTS,
  photo: tables.PHOTO_DEFAULTS,
  agent: agent.defaults,
  office: office.defaults,
  team: team.defaults,
  testimonial: testimonial.defaults,
  blog: blog.defaults,
  blog_label_name: blogLabel.defaults,
  press: press.defaults,
  video: video.defaults,
  document: document.defaults,
  link_category: linkCategory.defaults,
  link: link.defaults,
  alert: lead.defaults,
  client: client.defaults,
  client_trail: trail.defaults,
  deal: deal.defaults,
  saved_search: savedSearch.defaults,
};

/** Columns that every program knows and fills: the database has the empty value there. */
const FILLED: Readonly<Record<string, object>> = {
  agent: { isagent: 0, status: '' },
  alert: { kind: '' },
  blog: { status: 0 },
  label: { from_listings: 1 },
  press: { type: '' },
  saved_search: { frequency: '', price_drops: 0 },
  video: { sort: 0 },
};

/*
 * An earlier program leaves out the columns that it does not know, and the database fills them in. Those rows
 * have to read as the rows of this program in which a record left out the field.
 */
forEachDatabase('a row that leaves out everything', (database) => {
  const server = serverFor(database);

  it('is empty, but for what these columns begin with', () => {
    expect([agent.defaults.isagent, agent.defaults.status]).toEqual([1, 'Active']);
    expect([lead.defaults.kind, press.defaults.type]).toEqual(['alert', 'Article']);
    expect([blog.defaults.status, video.defaults.sort]).toEqual([1, 999]);
  });

  it('reads the same, whether this program or the database has filled it in', async () => {
    await server.addTenant('acme');
    await asOwner(server.services, 'acme', async (owned) => {
      const db = owned as unknown as Kysely<Record<string, Record<string, unknown>>>;
      for (const [table, defaults] of Object.entries(DEFAULTS)) {
        const [first = ''] = 'id' in defaults ? ['id'] : Object.keys(defaults);
        const key = { [first]: 7 };
        await db.insertInto(table).values(key).execute();
        const [row] = await db.selectFrom(table).selectAll().execute();
        expect([table, row]).toEqual([table, { ...defaults, ...key, ...FILLED[table] }]);
      }
    });
  });
});
