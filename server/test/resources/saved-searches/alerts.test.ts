import { expect, it } from 'vitest';
import { feedDisplay } from '../../../src/api/named-settings.js';
import { StillIndexing } from '../../../src/lib/unavailable.js';
import { beginRun, noteRefreshed } from '../../../src/store/tenant/import-runs.js';
import { writeUnversioned } from '../../../src/store/tenant/write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { AlertedOffice } from './alerted-office.js';

const PAGE = 'https://www.example.com/homes/{id}';
const SITE = JSON.stringify({
  address: '1 Main Street, New York, NY 10001',
  email: 'hi@acme.example',
});

const home = (main_id: number, financials_price: number, more: object = {}) => ({
  ...{ main_id, financials_price },
  ...more,
});

forEachDatabase('alerts of saved searches', (database) => {
  const server = serverFor(database);
  const opened = (settings = {}) =>
    new AlertedOffice(server).open({ listing_page: PAGE, site: SITE, ...settings });

  it('tell of what is new and cheaper, each once, and of nothing that was there', async () => {
    const office = await opened();
    await office.list([home(1, 1000), home(2, 5000)]);
    const id = await office.search(await office.member(), 'priceMax=2000');
    await office.sweep();
    expect(await office.emails()).toEqual([]);
    await office.list([home(3, 1500), home(4, 2500), home(1, 900)]);
    await office.sweep();
    const [email, ...more] = await office.emails();
    expect(more).toEqual([]);
    expect(email).toMatchObject({
      ...{ search_id: id, to_address: 'member1@example.com', bulk: 1 },
      subject: '1 new listing and 1 price drop for “Two rooms”',
      unsubscribe: expect.stringMatching(/^https:\/\/portico\.test\/alerts\/unsubscribe\/[\w.-]+$/),
    });
    expect(email?.text).toContain('$1,500 a month · ');
    expect(email?.text).toContain('https://www.example.com/homes/3');
    expect(email?.text).toContain('$900 a month (was $1,000)');
    expect(email?.text).toContain('Acme & Co\n1 Main Street, New York, NY 10001');
    expect(email?.html).toContain('Acme &amp; Co');
    expect(email?.html).toContain(email?.unsubscribe);
    const { last_sent_at } = await office.database.db
      .selectFrom('saved_search')
      .select('last_sent_at')
      .executeTakeFirstOrThrow();
    expect(last_sent_at).toBe(server.clock.now());
    // Neither an edit nor a price that went up and comes back is news.
    server.clock.advance(3_600_000);
    await office.list([home(3, 1700), home(1, 900, { description: 'New words' })]);
    await office.sweep();
    await office.list([home(3, 1500)]);
    await office.sweep();
    expect(await office.emails()).toEqual([]);
    await office.list([home(3, 1400)]);
    await office.sweep();
    expect((await office.emails()).map(({ subject }) => subject)).toEqual([
      '1 price drop for “Two rooms”',
    ]);
  });

  it('tell of a listing of the feed that is on the market again, without a link, and whose it is', async () => {
    const office = await opened();
    const texts = ['copyright=© Coast MLS.', 'disclaimer=Not guaranteed.'];
    const display = feedDisplay.change('', texts);
    await server.services.directory.setTenant(office.feed, { display });
    await office.list([home(1, 1000, { main_status: 21 })], office.feed);
    await office.search(await office.member(), 'isMLS=include');
    await office.sweep();
    await office.list([home(1, 1000, { main_status: 2 })], office.feed);
    await office.sweep();
    const [email] = await office.emails();
    expect(email?.subject).toBe('1 new listing for “Two rooms”');
    expect(email?.text).not.toContain('/homes/');
    expect(email?.text).toContain(`Courtesy of ${office.feed}`);
    expect(email?.text).toContain('© Coast MLS. Not guaranteed.');
  });

  it('tell nothing of what became cheaper in a feed that forbids it, also where it waits already', async () => {
    const office = await opened();
    await office.list([home(1, 1000)], office.feed);
    await office.search(await office.member(), 'isMLS=true', { frequency: 'daily' });
    await office.sweep();
    await office.list([home(1, 900), home(2, 800)], office.feed);
    await office.sweep();
    const display = feedDisplay.change('', ['history=no']);
    await server.services.directory.setTenant(office.feed, { display });
    server.clock.advance(86_400_000);
    await office.sweep();
    const emails = await office.emails();
    expect(emails.map(({ subject }) => subject)).toEqual(['1 new listing for “Two rooms”']);
    expect(emails[0]?.text).not.toContain('900');
  });

  it.each([
    ['', '$900 a month'],
    ['history=yes', '$900 a month (was $1,000)'],
  ])('tell of what became cheaper in a feed with the setting "%s": %s', async (setting, words) => {
    const office = await opened();
    const display = feedDisplay.change('', setting === '' ? [] : [setting]);
    await server.services.directory.setTenant(office.feed, { display });
    await office.list([home(1, 1000)], office.feed);
    await office.search(await office.member(), 'isMLS=true');
    await office.sweep();
    await office.list([home(1, 900)], office.feed);
    await office.sweep();
    const [email] = await office.emails();
    expect(email?.subject).toBe('1 price drop for “Two rooms”');
    expect(email?.text).toContain(`${words} · `);
  });

  it('tell of what a pull of the feed has read, as soon as only its pictures are under way', async () => {
    const office = await opened();
    await office.search(await office.member(), 'isMLS=true');
    await office.sweep();
    const feed = await server.services.tenants.tenant(office.feed);
    if (feed === undefined) throw new Error('The feed is gone.');
    await beginRun(feed.database, { mode: 'pull', files: '[]' });
    await office.list([home(1, 1000)], office.feed);
    await office.sweep();
    expect(await office.emails()).toEqual([]);
    await writeUnversioned(feed.database, (transaction) =>
      noteRefreshed(transaction, server.clock.now()),
    );
    await office.sweep();
    expect((await office.emails()).length).toBe(1);
  });

  it('reach everybody, where more searches find a listing than one transaction queues', async () => {
    const office = await opened();
    const member = await office.member();
    const searches: number[] = [];
    for (let at = 0; at < 103; at += 1) searches.push(await office.search(member, 'priceMax=2000'));
    await office.sweep();
    await office.list([home(1, 1000), home(2, 1000), home(3, 1000)]);
    await office.sweep();
    const emails = await office.emails();
    expect(emails.map((email) => email.search_id).sort((a, b) => a - b)).toEqual(searches);
    expect(emails.filter(({ text }) => text.split(' a month').length !== 4)).toEqual([]);
    await office.sweep();
    expect(await office.emails()).toEqual([]);
  });

  it('wait for the words of what came to be indexed', async () => {
    const office = await opened();
    const id = await office.search(await office.member(), 'q=harbor');
    await office.sweep();
    await office.list([home(1, 1000, { main_description: 'On the harbor.' })]);
    const sender = await office.senderWith(async (note) => {
      // The first one takes the lease.
      if (note === 2) throw new StillIndexing(2500);
    });
    await office.sweep(sender);
    expect((await office.emails()).map(({ search_id }) => search_id)).toEqual([id]);
  });

  it('leave within 15 minutes at most once for a search, with 20 listings and the number of the rest', async () => {
    const office = await opened();
    await office.search(await office.member(), '');
    await office.sweep();
    await office.list(Array.from({ length: 25 }, (_, at) => home(at + 1, 1000)));
    await office.sweep();
    const [email] = await office.emails();
    expect(email?.subject).toBe('25 new listings for “Two rooms”');
    expect(email?.text.match(/\/homes\//g)).toHaveLength(20);
    expect(email?.text).toContain('5 more listings are on the website.');
    await office.list([home(30, 1000)]);
    await office.sweep();
    expect(await office.emails()).toEqual([]);
    server.clock.advance(15 * 60_000);
    await office.sweep();
    expect((await office.emails()).map(({ subject }) => subject)).toEqual([
      '1 new listing for “Two rooms”',
    ]);
  });

  it('leave out what has left, what is no longer found, and what costs as much again', async () => {
    const office = await opened();
    await office.list([home(4, 1000)]);
    const id = await office.search(await office.member(), 'priceMax=2000', { frequency: 'daily' });
    await office.sweep();
    await office.list([home(1, 1000), home(2, 1000), home(3, 1000), home(4, 900)]);
    await office.sweep();
    await office.list([home(1, 1000, { main_status: 22 }), home(2, 3000), home(4, 1000)]);
    await office.sweep();
    expect(await office.emails()).toEqual([]);
    server.clock.advance(86_400_000);
    await office.sweep();
    const [email] = await office.emails();
    expect(email?.subject).toBe('1 new listing for “Two rooms”');
    expect(email?.text).toContain('/homes/3');
    // Where nothing is left, nothing is sent, and the next is not late for it.
    await office.list([home(5, 1000)]);
    await office.sweep();
    await office.list([home(5, 9000)]);
    server.clock.advance(86_400_000);
    await office.sweep();
    expect(await office.emails()).toEqual([]);
    const waiting = await office.database.db
      .selectFrom('saved_search_match')
      .select('listing_id')
      .where('search_id', '=', id)
      .where('sent_at', '=', 0)
      .execute();
    expect(waiting).toEqual([]);
  });

  it('reach confirmed members with an address who want them, and no others', async () => {
    const office = await opened();
    await office.list([home(9, 1000)]);
    const wanted = await office.search(await office.member(), '');
    const fresh = await office.search(await office.member(), '', { price_drops: 0 });
    await office.search(await office.member({ verified: 0 }), '');
    await office.search(await office.member({ email_changed_at: 1 }), '');
    await office.search(await office.member({ member: 0, login_key: null }), '');
    await office.search(await office.member({ email: '', email_key: '' }), '');
    await office.search(await office.member(), '', { frequency: 'never' });
    await office.search(await office.member(), 'moonlight=1');
    await office.search(404, '');
    await office.sweep();
    await office.list([home(9, 900)]);
    await office.sweep();
    expect((await office.emails()).map(({ search_id }) => search_id)).toEqual([wanted]);
    server.clock.advance(3_600_000);
    await office.list([home(10, 900)]);
    await office.sweep();
    expect((await office.emails()).map(({ search_id }) => search_id)).toEqual([wanted, fresh]);
  });

  it('begin at the present, where nobody wanted any before', async () => {
    const office = await opened();
    await office.list([home(1, 1000)]);
    const member = await office.member();
    const id = await office.search(member, '', {
      frequency: 'never',
      updated_at: 0,
      created_at: 0,
    });
    await office.sweep();
    await office.list([home(2, 1000)]);
    await office.database.db.updateTable('saved_search').set({ frequency: 'daily' }).execute();
    await office.sweep();
    await office.list([home(3, 1000)]);
    await office.sweep();
    server.clock.advance(86_400_000);
    await office.sweep();
    const emails = await office.emails();
    expect(emails.map(({ search_id, subject }) => [search_id, subject])).toEqual([
      [id, '1 new listing for “Two rooms”'],
    ]);
    expect(emails[0]?.text).toContain('/homes/3');
  });

  it('tell nobody where the emails could not be ended', async () => {
    const office = await opened();
    await office.search(await office.member(), '');
    const sender = office.sender(() => office.tenant());
    await office.sweep(sender);
    await office.list([home(1, 1000)]);
    await office.sweep(sender);
    // Once there is an address, they begin with what comes from then on.
    const page = { unsubscribe_page: 'https://www.example.com/stop?token={token}' };
    await server.services.directory.setTenant(office.name, page);
    server.clock.advance(2_000);
    await office.sweep(sender);
    expect(await office.emails()).toEqual([]);
    await office.list([home(2, 1000)]);
    await office.sweep(sender);
    const [email] = await office.emails();
    expect(email?.unsubscribe).toMatch(/^https:\/\/www\.example\.com\/stop\?token=[\w.-]+$/);
    expect(email?.text).not.toContain('/homes/1\n');
  });

  it('hide what a listing hides, and carry no markup of a name', async () => {
    const office = await opened({ title: '<i>Acme</i>' });
    await office.search(await office.member(), '', { name: '<script>alert(1)</script>' });
    await office.sweep();
    await office.list([
      home(1, 1000, {
        ...{ main_hide_address: 1, main_house: '77', main_street: 'Secret Street' },
        main_cross_streets: 'Elm and Oak',
      }),
    ]);
    await office.sweep();
    const [email] = await office.emails();
    expect(email?.html).not.toMatch(/<script|<i>|77|Secret/);
    expect(email?.text).not.toMatch(/77|Secret/);
  });
});
