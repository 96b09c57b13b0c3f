import { randomBytes } from 'node:crypto';
import { beforeAll, expect, it } from 'vitest';
import { feedDisplay } from '../../src/api/named-settings.js';
import { issueKey } from '../../src/http/gate/issued-keys.js';
import { siteSettings } from '../../src/resources/site/site.settings.js';
import { forEachDatabase } from '../rig/databases.js';
import { NOON, serverFor } from '../rig/server.js';

forEachDatabase('GET /site', (database) => {
  const server = serverFor(database);
  const keys = { site: '', both: '', market: '', lone: '' };
  beforeAll(async () => {
    await server.addTenant('onekey', { kind: 'mls', title: 'OneKey' });
    await server.addTenant('acme', {
      title: 'Acme Realty — Brücken & Söhne',
      time_zone: 'America/Chicago',
      mls_feed: 'onekey',
    });
    await server.addTenant('lone', { title: 'Lone' });
    keys.site = await server.addKey('acme');
    keys.both = await server.addKey('acme', { scopes: ['website', 'marketplace'] });
    keys.market = await server.addKey('acme', { scopes: ['marketplace'] });
    keys.lone = await server.addKey('lone');
  });

  const ask = async (key: string, headers: Record<string, string> = {}) => {
    server.clock.advance(1100);
    const {
      statusCode,
      headers: fields,
      body,
    } = await server.app.inject({
      url: `/site?apiKey=${key}`,
      headers: { 'x-forwarded-proto': 'https', ...headers },
    });
    return { status: statusCode, tag: String(fields.etag), fields, body };
  };

  it('tells a website what it needs, and what its key may do', async () => {
    expect(await server.get(keys.site, '/site')).toEqual({
      name: 'Acme Realty — Brücken & Söhne',
      time_zone: 'America/Chicago',
      media_url: 'https://portico.test/media/acme/',
      blog_media_url: 'https://portico.test/media/acme/blog/',
      feeds: { isMLS: 1, isRLS: 0 },
      key: { private: 0, scopes: ['website'] },
      limits: {
        per_second: 10,
        in_flight: 3,
        page_sizes: {
          '/properties': 200,
          '/properties/search': 200,
          '/buildings': 50,
          '/agents/testimonialsSearch': 40,
          '/docs/search': 40,
          '/clients/list': 40,
          '/changes': 1000,
        },
      },
      site: {},
    });
    expect(await server.get(keys.lone, '/site')).toMatchObject({
      name: 'Lone',
      feeds: { isMLS: 0, isRLS: 0 },
    });
    expect(await server.get(keys.both, '/site')).toMatchObject({
      key: { private: 0, scopes: ['marketplace', 'website'] },
    });
  });

  it('tells what the operator has set for the website, and nothing else', async () => {
    const site = siteSettings.change('', ['city=Chicago', 'latitude=41.88', 'longitude=-87.63']);
    await server.services.directory.setTenant('lone', { site });
    server.clock.advance(60_000);
    const expected = { city: 'Chicago', latitude: 41.88, longitude: -87.63 };
    expect(await server.get(keys.lone, '/site')).toMatchObject({ site: expected });
    expect(await server.get(keys.site, '/site')).toMatchObject({ site: {} });
  });

  it('is for websites, and asks no signature of a private key', async () => {
    expect((await ask(keys.market)).status).toBe(403);
    expect((await ask('unknown')).status).toBe(403);
    const issued = await issueKey(
      server.services,
      {
        tenant: 'acme',
        scopes: ['website'],
        addresses: [],
        privateAccess: true,
      },
      randomBytes,
    );
    expect(await server.get(issued.apiKey, '/site')).toMatchObject({ key: { private: 1 } });
  });

  it('lists the feeds with what their licences ask, where a call asks', async () => {
    const { directory, tenants } = server.services;
    const sources = async (key: string) =>
      ((await server.get(key, '/site?addSources=true')) as { sources: unknown }).sources;
    const bare = { copyright: '', logo: '', disclaimer: '', history: 0, updated: '' };
    expect(await sources(keys.lone)).toEqual([]);
    expect(await sources(keys.site)).toEqual([{ feed: 'isMLS', name: 'OneKey', ...bare }]);
    const set = ['copyright=© OneKey', 'logo=https://mls.example/l.png', 'history=yes'];
    const display = feedDisplay.change('', [...set, 'disclaimer=Not guaranteed.']);
    await directory.setTenant('onekey', { display });
    server.clock.advance(60_000);
    const plain = await ask(keys.site);
    const asked = await ask(`${keys.site}&addSources=1`);
    const onekey = (await tenants.tenant('acme'))?.feeds.mls;
    await onekey?.write((transaction) =>
      transaction.updateTable('revision').set({ refreshed_at: NOON }).execute(),
    );
    expect((await ask(keys.site, { 'if-none-match': plain.tag })).status).toBe(304);
    const again = await ask(`${keys.site}&addSources=1`, { 'if-none-match': asked.tag });
    expect(JSON.parse(again.body).sources).toEqual([
      {
        ...{ feed: 'isMLS', name: 'OneKey', copyright: '© OneKey', history: 1 },
        ...{ logo: 'https://mls.example/l.png', disclaimer: 'Not guaranteed.' },
        updated: '2026-11-20T12:00:00-05:00',
      },
    ]);
  });

  it('is fetched again when settings change or another key asks, and not when data does', async () => {
    const first = await ask(keys.site);
    expect(first.fields['cache-control']).toBe('private, no-cache');
    const again = (key: string) => ask(key, { 'if-none-match': first.tag });
    expect(await again(keys.site)).toMatchObject({ status: 304, body: '' });
    expect((await again(keys.both)).status).toBe(200);
    expect((await again(keys.lone)).status).toBe(200);
    await server.put('acme', 'listings', [{ main_id: 1, main_status: 'For Rent' }]);
    expect((await again(keys.site)).status).toBe(304);
    await server.services.directory.setTenant('acme', { title: 'Acme' });
    server.clock.advance(60_000);
    const changed = await again(keys.site);
    expect(changed.status).toBe(200);
    expect(JSON.parse(changed.body)).toMatchObject({ name: 'Acme' });
  });
});
