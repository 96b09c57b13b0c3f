import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { AlertedOffice } from '../resources/saved-searches/alerted-office.js';
import { forEachDatabase } from '../rig/databases.js';
import { serverFor } from '../rig/server.js';
import { porticoJson } from './portico.js';

const messageOf = (json: Record<string, unknown>) =>
  (json.error as { message: string } | undefined)?.message;

forEachDatabase('portico alert', (database) => {
  const { dataFolder: folder, databaseUrl } = database;
  const server = serverFor(database);
  const place = (PORTICO_BASE_URL?: string) => ({
    folder,
    environment: {
      ...{ PORTICO_DATA: folder, PORTICO_DATABASE_URL: databaseUrl, PORTICO_PORT: '0' },
      ...(PORTICO_BASE_URL === undefined ? {} : { PORTICO_BASE_URL }),
    },
  });
  const online = place('https://portico.test');

  it('releases and discards what waits, of which status tells', async () => {
    const office = await new AlertedOffice(server).open();
    const { name } = office;
    await office.search(await office.member(), '');
    await office.sweep();
    const problems = async (from: ReturnType<typeof place>) => {
      const { json } = await porticoJson(from, 'status');
      return (json.problems as string[]).filter((problem) => problem.includes(name));
    };
    expect(await problems(online)).toEqual([]);
    expect(await problems(place())).toEqual([
      `Members of ${name} get no email about their searches: it needs PORTICO_BASE_URL, or \`portico client set ${name} --unsubscribe-page\`.`,
    ]);
    const homes = (from: number) =>
      Array.from({ length: 250 }, (_, at) => ({ main_id: from + at }));
    await office.list(homes(1));
    await office.sweep();
    expect(await problems(online)).toEqual([
      `Alerts of ${name} wait, because so many listings are new or cheaper within a day, 250 of them now: \`portico alert release ${name}\` sends them, and \`portico alert discard ${name}\` does not.`,
    ]);
    const released = await porticoJson(online, 'alert', 'release', name);
    expect([released.code, released.json]).toEqual([
      0,
      { client: name, listings: 250, released: true },
    ]);
    await office.sweep();
    expect((await office.emails()).map(({ subject }) => subject)).toEqual([
      '250 new listings for “Two rooms”',
    ]);
    const none = await porticoJson(online, 'alert', 'discard', name);
    expect([none.code, messageOf(none.json)]).toEqual([1, `No alerts of ${name} wait for you.`]);
    server.clock.advance(3_600_000);
    await office.list(homes(1001));
    await office.sweep();
    const discarded = await porticoJson(online, 'alert', 'discard', name);
    expect(discarded.json).toEqual({ client: name, listings: 250, discarded: true });
    await office.sweep();
    expect([await office.emails(), await problems(online)]).toEqual([[], []]);
  });

  it('is not needed for what an import brings: email is queued when it ends, also for the readers of a feed', async () => {
    const office = await new AlertedOffice(server).open();
    const member = await office.member();
    const own = await office.search(member, '', { updated_at: 0 });
    const both = await office.search(member, 'isMLS=true', { updated_at: 0 });
    const file = join(folder, 'listings.json');
    writeFileSync(file, JSON.stringify([{ main_id: 1, main_status: 'For Rent' }]));
    const emailsAfter = async (name: string, from: ReturnType<typeof place>) => {
      const { code } = await porticoJson(from, 'import', name, file);
      expect(code).toBe(0);
      return (await office.emails()).map(({ search_id }) => search_id);
    };
    // No server has begun to follow yet, and then one that knows an address.
    expect(await emailsAfter(office.name, online)).toEqual([]);
    await office.sweep();
    expect(await emailsAfter(office.feed, place())).toEqual([]);
    writeFileSync(file, JSON.stringify([{ main_id: 2, main_status: 'For Rent' }]));
    expect(await emailsAfter(office.feed, online)).toEqual([both]);
    expect(await emailsAfter(office.name, online)).toEqual([own]);
  });

  it.each([
    ['--listing-page', '/homes/{id}', 'is not an http or https URL'],
    ['--listing-page', 'https://www.example.com/homes', 'lacks {id}'],
    ['--listing-page', 'https://www.example.com/{token}', 'accepted are {id}, {source}'],
    ['--unsubscribe-page', 'http://www.example.com/{token}', 'is not an https URL'],
    ['--unsubscribe-page', 'https://www.example.com/stop', 'lacks {token}'],
  ])('names what is wrong with %s %s', async (option, pattern, words) => {
    const office = await new AlertedOffice(server).open();
    const { code, json } = await porticoJson(online, 'client', 'set', office.name, option, pattern);
    expect([code, messageOf(json)]).toEqual([2, expect.stringContaining(words)]);
  });
});
