import { expect, it, vi } from 'vitest';
import { StillIndexing } from '../../../src/lib/unavailable.js';
import { leaseAlerts } from '../../../src/resources/saved-searches/alerts/alert-places.js';
import { withoutTwins } from '../../../src/search/listing.feed-twins.js';
import type { TenantDatabase } from '../../../src/store/tenant/open.js';
import { revisionOf } from '../../../src/store/tenant/write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { AlertedOffice } from './alerted-office.js';

const MINUTE_MS = 60_000;

forEachDatabase('a pass of alerts', (installation) => {
  const server = serverFor(installation);

  /** An office with a search and a listing that it finds, whose email nobody has queued. */
  async function behind(query = '') {
    const office = await new AlertedOffice(server).open();
    const id = await office.search(await office.member(), query);
    await office.sweep();
    await office.list([{ main_id: 1, main_description: 'On the harbor.' }]);
    return { office, id };
  }

  const lease = ({ database }: AlertedOffice) =>
    database.db
      .selectFrom('saved_search_place')
      .select('leased_until')
      .where('id_space', '=', 0)
      .executeTakeFirstOrThrow();

  it('keeps its lease for as long as it takes', async () => {
    const { office, id } = await behind('q=harbor');
    let leasedFor = 0;
    const sender = await office.senderWith(async (notes) => {
      // The first one takes the lease, the third one renews it, and the others index words.
      if (notes === 2) {
        server.clock.advance(2 * MINUTE_MS);
        throw new StillIndexing(2500);
      }
      if (notes === 4) leasedFor = (await lease(office)).leased_until - server.clock.now();
    });
    await office.sweep(sender);
    expect(leasedFor).toBe(5 * MINUTE_MS);
    expect((await office.emails()).map(({ search_id }) => search_id)).toEqual([id]);
    expect(await lease(office)).toEqual({ leased_until: 0 });
  });

  it('waits for the words of a large tenant for a minute, and leaves them to the next', async () => {
    const { office, id } = await behind('q=harbor');
    const sender = await office.senderWith(async (notes) => {
      // The first one takes the lease, and the last one gives it back.
      if (notes > 1 && notes < 26) throw new StillIndexing(2500);
    });
    await office.sweep(sender);
    expect(await office.emails()).toEqual([]);
    expect(await lease(office)).toEqual({ leased_until: 0 });
    await office.sweep();
    expect((await office.emails()).map(({ search_id }) => search_id)).toEqual([id]);
  });

  it('ends where its command is to stop, and leaves no lease', async () => {
    const { office } = await behind();
    const controller = new AbortController();
    const sender = await office.senderWith(async () => controller.abort());
    await sender.follow(office.name, controller.signal);
    expect(await office.emails()).toEqual([]);
    expect(await lease(office)).toEqual({ leased_until: 0 });
  });

  it('sends what it has queued until it ends early', async () => {
    const { office } = await behind();
    const member = await office.member();
    for (let more = 0; more < 60; more += 1) await office.search(member, '', { updated_at: 0 });
    const controller = new AbortController();
    const sender = await office.senderWith(async (notes) => {
      // The lease, the matches and the place are before the first 50 emails.
      if (notes === 4) controller.abort();
    });
    const wake = vi.spyOn(server.services.outbox, 'wake');
    await sender.follow(office.name, controller.signal);
    expect(await office.emails()).toHaveLength(50);
    expect(wake).toHaveBeenCalledOnce();
    wake.mockRestore();
  });

  it('reads the listings of a feed that are its own once, and has searches read them once, too', async () => {
    const { office } = await behind();
    const twin = { main_id: 1, mls_no: 'A1' };
    await office.list([twin], office.feed);
    await office.list([twin]);
    const { database, feeds } = await office.tenant();
    const feed = feeds.mls as TenantDatabase;
    const revisions = new Map<TenantDatabase, number>();
    for (const one of [database, feed]) revisions.set(one, (await revisionOf(one)).number);
    const read = async (of?: typeof revisions) => {
      const [condition] = await withoutTwins(database, feed, of);
      return condition?.test?.is === 'not of ids' ? condition.test.ids : undefined;
    };
    const ofPass = await read(revisions);
    expect(ofPass).toEqual([1]);
    await office.list([{ main_id: 2 }]);
    const ofSearch = await read();
    expect(await read(revisions)).toBe(ofPass);
    expect(await read()).toBe(ofSearch);
    expect(ofSearch).not.toBe(ofPass);
  });

  it('ends where another process has taken over', async () => {
    const { office } = await behind('q=harbor');
    let until = 0;
    const sender = await office.senderWith(async (notes) => {
      if (notes !== 2) return;
      server.clock.advance(6 * MINUTE_MS);
      until = server.clock.now() + 3 * MINUTE_MS;
      expect(await leaseAlerts(office.database, server.clock.now(), until)).toBe(true);
      throw new StillIndexing(2500);
    });
    await office.sweep(sender);
    expect(await office.emails()).toEqual([]);
    expect(await lease(office)).toEqual({ leased_until: until });
  });
});
