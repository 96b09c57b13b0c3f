import { beforeAll, expect, it } from 'vitest';
import { exportResources } from '../../src/changes/transfers.js';
import { forAnyDatabase } from '../rig/databases.js';
import { aListing, anAgent } from '../rig/makers.js';
import { serverFor } from '../rig/server.js';

const MEDIA = 'https://portico.test/media/acme/';

/** What a field that holds a URL may have been told, and what it answers. */
const TOLD = [
  ['', ''],
  ['docs/market letter.pdf', `${MEDIA}docs/market%20letter.pdf`],
  ['tour.jpg', `${MEDIA}tour.jpg`],
  ['v1.2/tour.mp4', `${MEDIA}v1.2/tour.mp4`],
  ['demo/v1.2/tour.mp4', `${MEDIA}demo/v1.2/tour.mp4`],
  ['https://tours.test/7?a=b#c', 'https://tours.test/7?a=b#c'],
  ['HTTP://tours.test/7', 'HTTP://tours.test/7'],
  ['//tours.test/7', '//tours.test/7'],
  ['mailto:ann@example.com', 'mailto:ann@example.com'],
  ['www.tours.test', 'https://www.tours.test'],
  ['tours.test/7', 'https://tours.test/7'],
  ['example.com', 'https://example.com'],
  ['Brochure.PDF', `${MEDIA}Brochure.PDF`],
  // A place of the website that shows the page.
  ['/buy?page=2', '/buy?page=2'],
  ['#top', '#top'],
] as const;

forAnyDatabase('Fields that hold a URL', (database) => {
  const server = serverFor(database);
  const held = { key: '' };
  beforeAll(async () => {
    await server.addTenant('acme');
    held.key = await server.addKey('acme');
  });
  const put = async (url: string) => {
    await server.put('acme', 'agents', [
      anAgent({ agent_link_url_1: url, agent_link_url_2: url, agent_link_url_3: url, teamid: '1' }),
    ]);
    await server.put('acme', 'teams', [{ id: 1, name: 'Team', logo: url }]);
    await server.put('acme', 'links', [{ id: 1, url, category: 1 }]);
    await server.put('acme', 'press', [{ id: 1, url, filename: url, logo: url }]);
    await server.put('acme', 'videos', [{ id: 1, embed: url, image: url, agentid: 1 }]);
    await server.put('acme', 'docs', [{ id: 1, filename: url }]);
    await server.put('acme', 'listings', [
      aListing({ essentials_video: url, essentials_video2: url }),
    ]);
  };
  const first = async (path: string) => {
    const answer = (await server.get(held.key, path)) as { LISTINGS?: unknown[] } & unknown[];
    return (answer.LISTINGS ?? answer)[0];
  };

  it.each(TOLD)(
    'answer %j as an absolute address, if it is no place of a page',
    async (url, shown) => {
      await put(url);
      const links = { agent_link_url_1: shown, agent_link_url_2: shown, agent_link_url_3: shown };
      expect(await first('/agents/1')).toMatchObject(links);
      expect(await first('/agents/search')).toMatchObject(links);
      expect(await first('/teams/1')).toMatchObject({ agents: [links], logo: url });
      for (const path of ['/links', '/links/1']) {
        expect(await first(path)).toMatchObject({ url: shown });
      }
      for (const path of ['/press/1', '/press/search/1']) {
        // File names stay file names.
        expect(await first(path)).toMatchObject({ url: shown, filename: url, logo: url });
      }
      for (const path of ['/videos/1', '/videos/search/1', '/agents/videos/1']) {
        expect(await first(path)).toMatchObject({ embed: shown, image: url });
      }
      expect(await first('/docs/search')).toMatchObject({ filename: url });
      const tours =
        url === ''
          ? { essentials_video: '' }
          : { essentials_video: shown, essentials_video2: shown };
      for (const path of ['/properties/1', '/properties', '/properties?addLabels=true']) {
        expect(await first(path)).toMatchObject(tours);
      }
    },
  );

  it('are exported as they were told, so that another host can serve them', async () => {
    await put('docs/letter.pdf');
    const tenant = await server.services.tenants.tenant('acme');
    if (tenant === undefined) throw new Error('There is no client acme.');
    const records = new Map<string, unknown>();
    for (const resource of exportResources(tenant.database, 'America/New_York', server.clock)) {
      for await (const record of resource.records()) records.set(resource.name, record);
    }
    expect(records.get('agents')).toMatchObject({ agent_link_url_1: 'docs/letter.pdf' });
    expect(records.get('links')).toMatchObject({ url: 'docs/letter.pdf' });
    expect(records.get('press')).toMatchObject({ url: 'docs/letter.pdf' });
    expect(records.get('videos')).toMatchObject({ embed: 'docs/letter.pdf' });
    expect(records.get('listings')).toMatchObject({ essentials_video: 'docs/letter.pdf' });
  });
});
