import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newLead } from '../../../src/resources/leads/lead.js';
import { leadListing } from '../../../src/resources/leads/lead.listing.js';
import { storeLead } from '../../../src/resources/leads/lead.write.js';
import { forEachDatabase } from '../../rig/databases.js';
import { serverFor } from '../../rig/server.js';
import { BODY_KINDS, type Fields, refused, Website } from '../members/website.js';
import { aLead, fillOffice, forget, STORED, stored } from './leads.js';

const HALF_AN_HOUR = 30 * 60_000;
/** What one call takes: the website lets the clock go on by so much before it sends. */
const CALL = 1100;

forEachDatabase('repeats of a lead', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');
  const bolt = new Website(server, 'bolt');

  beforeAll(async () => {
    await server.addTenant('onekey', { kind: 'mls' });
    await server.addTenant('rebny', { kind: 'rls' });
    await site.open({
      title: 'Acme Realty',
      fold_repeat_leads: 1,
      mls_feed: 'onekey',
      rls_feed: 'rebny',
    });
    await bolt.open({ fold_repeat_leads: 1 });
    await fillOffice(server);
  });
  beforeEach(async () => {
    await forget(site);
    await forget(bolt);
  });

  const send = async (told: Fields, kind?: (typeof BODY_KINDS)[number]) => {
    expect(await site.post('/alerts', aLead(told), kind)).toEqual(STORED);
    return server.clock.now();
  };
  const comments = async () => {
    const { db } = await site.database();
    return db
      .selectFrom('alert_comment')
      .innerJoin('alert', 'alert.id', 'alert_comment.alert_id')
      .select([
        'alert.comment as first',
        'alert_comment.created_at as at',
        'alert_comment.text as text',
        'alert_comment.listing_id as listing',
        'alert_comment.listing_space as space',
      ])
      .orderBy('alert_comment.id')
      .execute();
  };

  it.each(BODY_KINDS)('become dated comments of the first one, with a %s body', async (kind) => {
    const first = await send({ comment: 'First', price: 2000 }, kind);
    const second = await send({ comment: 'Second', price: 9000, firstname: 'N.' }, kind);
    const third = await send({ email: 'NORA@example.COM' }, kind);
    expect(await stored(site)).toMatchObject([
      { comment: 'First', created_at: first, price_to: 2200, first_name: 'Nora' },
    ]);
    expect(await comments()).toEqual([
      { first: 'First', at: second, text: 'Second', listing: 0, space: 0 },
      { first: 'First', at: third, text: '', listing: 0, space: 0 },
    ]);
  });

  it('are repeats for exactly thirty minutes', async () => {
    await send({ comment: 'First' });
    server.clock.advance(HALF_AN_HOUR - CALL);
    await send({ comment: 'On the stroke' });
    expect(await stored(site)).toHaveLength(1);
    // Thirty minutes count from the lead, not from its last repeat.
    server.clock.advance(1 - CALL);
    await send({ comment: 'A millisecond later' });
    expect((await stored(site)).map(({ comment }) => comment)).toEqual([
      'First',
      'A millisecond later',
    ]);
    expect(await comments()).toMatchObject([{ text: 'On the stroke' }]);
  });

  it('about the same listing are repeats at any time', async () => {
    await send({ comment: 'About 7', listingID: 7 });
    server.clock.advance(400 * 86_400_000);
    await send({ comment: 'Still about 7', listingID: 7 });
    expect(await stored(site)).toHaveLength(1);
    await send({ comment: 'About 8', listingID: 8 });
    await send({ comment: 'About none' });
    expect((await stored(site)).map(({ comment }) => comment)).toEqual(['About 7', 'About 8']);
    // Of two that could be meant, the one about the same listing is.
    await send({ comment: 'Once more 7', listingID: 7 });
    // Within thirty minutes it is a repeat whatever it is about, and says which listing it was.
    await send({ comment: 'About 10', listingID: 10 });
    expect(await comments()).toMatchObject([
      { first: 'About 7', text: 'Still about 7', listing: 7 },
      { first: 'About 8', text: 'About none', listing: 0 },
      { first: 'About 7', text: 'Once more 7', listing: 7 },
      { first: 'About 8', text: 'About 10', listing: 10 },
    ]);
  });

  it('are none of a listing that has the same id in a feed', async () => {
    const told = { comment: 'In the feed', listingID: 7, isMLS: true };
    expect(await site.post('/alerts/listingAlert', aLead(told))).toEqual(STORED);
    server.clock.advance(HALF_AN_HOUR);
    await send({ comment: 'Own', listingID: 7 });
    expect(await stored(site)).toHaveLength(2);
  });

  it('about a listing of a feed keep the feed', async () => {
    const tenant = await server.services.tenants.tenant('acme');
    const listing = tenant && (await leadListing(tenant, 7, 'mls'));
    if (tenant === undefined || listing === undefined) throw new Error('There is no listing 7.');
    const columns = {
      kind: 'alert' as const,
      ...{ first_name: 'Nora', last_name: 'Quinn', email: 'nora@example.com' },
      ...{ comment: 'In the feed', alert_type: 'For Sale' },
    };
    await send({ comment: 'Own' });
    const lead = newLead(columns, { agent: undefined, listing }, server.clock.now());
    await storeLead(tenant, server.services.tools, lead);
    expect(await comments()).toMatchObject([{ text: 'In the feed', listing: 7, space: 1 }]);
  });

  it('are added to the newest of the leads that they could mean', async () => {
    const at = (ago: number) => new Date(server.clock.now() - ago).toISOString();
    const came = (id: number, received: string, told: object = {}) => ({
      ...{ id, received, kind: 'alert', firstname: 'Nora', lastname: 'Quinn' },
      ...{ email: 'nora@example.com', comment: `Lead ${id}`, ...told },
    });
    const newest = at(60_000);
    await server.put('acme', 'leads', [
      came(300, at(120_000)),
      // Of three that came at one moment, the newest is neither the first nor the last that was stored.
      came(301, newest),
      came(303, newest),
      came(302, newest),
      came(304, at(180_000)),
      came(401, at(9 * 86_400_000), { listingID: 8, listingOf: 'own' }),
      came(400, at(8 * 86_400_000), { listingID: 8, listingOf: 'own' }),
      came(402, at(9 * 86_400_000), { listingID: 8, listingOf: 'own' }),
    ]);
    await send({ comment: 'About none' });
    await send({ comment: 'About 8', listingID: 8 });
    expect(await comments()).toMatchObject([
      { first: 'Lead 303', text: 'About none' },
      { first: 'Lead 400', text: 'About 8' },
    ]);
  });

  it('are none from another address or to another client', async () => {
    await send({ listingID: 7 });
    await send({ listingID: 7, email: 'nora2@example.com' });
    expect(await bolt.post('/alerts', aLead())).toEqual(STORED);
    expect(await stored(site)).toHaveLength(2);
    expect(await stored(bolt)).toHaveLength(1);
    expect(await comments()).toEqual([]);
  });

  it('are refused as any other lead is', async () => {
    await send({});
    const answer = await site.post('/alerts', aLead({ lastname: '' }));
    expect(answer).toEqual(refused('253', 'lastname is required.'));
    expect(await comments()).toEqual([]);
  });

  describe('are written of', () => {
    it('to the agent of the first lead, as repeats', async () => {
      await send({ comment: 'First', listingID: 7 });
      await send({ comment: 'May I bring a dog?' });
      const [first, second, ...more] = await site.letters();
      expect([first?.to, second?.to, more]).toEqual(['Ann@Acme.example', 'Ann@Acme.example', []]);
      expect(first?.subject).toMatch(/^New lead: Nora Quinn, /);
      expect(second?.subject).toBe('Another message from Nora Quinn');
      expect(second?.text).toContain('May I bring a dog?');
      expect(second?.text).toContain('added to the first lead');
    });

    it('to the agent they ask for, too, while the lead stays where it is', async () => {
      await send({ agentEmail: 'ann@acme.example' });
      await send({ agentEmail: 'sid@acme.example' });
      expect((await site.letters()).map(({ to }) => to)).toEqual([
        'Ann@Acme.example',
        'Ann@Acme.example',
        'sid@acme.example',
      ]);
      expect(await stored(site)).toMatchObject([{ agent_id: 1 }]);
      // One who has the lead already is written to once.
      await send({ agentEmail: 'ann@acme.example' });
      expect((await site.letters()).slice(3).map(({ to }) => to)).toEqual(['Ann@Acme.example']);
    });

    it('to the agent they ask for alone, where the one of the first lead is gone', async () => {
      const received = new Date(server.clock.now()).toISOString();
      const person = { firstname: 'Nora', lastname: 'Quinn', email: 'nora@example.com' };
      await server.put('acme', 'leads', [
        { id: 500, received, kind: 'alert', ...person, agentID: 77 },
      ]);
      await send({});
      expect(await site.letters()).toEqual([]);
      await send({ agentEmail: 'sid@acme.example' });
      expect((await site.letters()).map(({ to }) => to)).toEqual(['sid@acme.example']);
    });

    it('to nobody where there is no agent, and to one who comes with the repeat', async () => {
      await send({});
      await send({});
      expect(await site.letters()).toEqual([]);
      await send({ agentEmail: 'ann@acme.example' });
      expect((await site.letters()).map(({ to }) => to)).toEqual(['Ann@Acme.example']);
    });
  });

  it('at the same moment become one lead', async () => {
    for (const round of [1, 2, 3]) {
      const email = `same${round}@example.com`;
      const answers = await Promise.all(
        ['one', 'two', 'three'].map(async (comment) => {
          const key = await server.addKey('acme');
          const payload = JSON.stringify(aLead({ email, comment, apiKey: key }));
          const answer = await server.app.inject({
            method: 'POST',
            url: '/alerts',
            headers: { 'x-forwarded-proto': 'https', 'content-type': 'application/json' },
            payload,
          });
          return answer.json();
        }),
      );
      expect(answers).toEqual([STORED, STORED, STORED]);
      expect(await stored(site)).toHaveLength(round);
      expect(await comments()).toHaveLength(2 * round);
    }
    const said = (await comments()).flatMap(({ first, text }) => [first, text]);
    expect([...new Set(said)].sort()).toEqual(['one', 'three', 'two']);
  });

  it('leave the answers of websites as they are: nothing that they read has changed', async () => {
    const { db } = await site.database();
    const revision = () => db.selectFrom('revision').selectAll().execute();
    const before = await revision();
    await send({});
    await send({});
    expect(await revision()).toEqual(before);
  });
});
