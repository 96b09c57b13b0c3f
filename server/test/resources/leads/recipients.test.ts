import { beforeAll, beforeEach, expect, it } from 'vitest';
import {
  leadRecipients,
  readLeadCopies,
  readLeadRoles,
} from '../../../src/resources/leads/lead.email.js';
import type { TenantSettings } from '../../../src/store/directory/directory.js';
import { forEachDatabase } from '../../rig/databases.js';
import { aListing, anAgent } from '../../rig/makers.js';
import { serverFor } from '../../rig/server.js';
import { type Fields, Website } from '../members/website.js';
import { aLead, forget, STORED, stored } from './leads.js';

const EVERYBODY = { lead_recipients: 'agent,coagent,office', lead_copies: '' };

forEachDatabase('recipients of a lead', (database) => {
  const server = serverFor(database);
  const site = new Website(server, 'acme');

  beforeAll(async () => {
    await server.addTenant('onekey', { kind: 'mls' });
    await site.open({ title: 'Acme Realty', mls_feed: 'onekey' });
    await server.put('acme', 'offices', [
      { id: 1, name: 'Downtown', email: 'downtown@acme.example' },
      { id: 2, name: 'Uptown', email: 'Ann@Acme.example' },
    ]);
    await server.put('acme', 'agents', [
      anAgent({ id: 1, email: 'ann@acme.example', office: 1 }),
      anAgent({ id: 2, firstname: 'Bo', email: 'bo@acme.example', office: 2 }),
      anAgent({ id: 3, firstname: 'Sue', email: 'sue@acme.example', status: 'Suspend' }),
    ]);
    await server.put('acme', 'listings', [
      aListing({ main_id: 7, agents_agent_id: 1, agents_coagent_id: 2 }),
      aListing({ main_id: 8, agents_agent_id: 2, agents_coagent_id: 3 }),
      aListing({ main_id: 9, agents_agent_id: 3, agents_coagent_id: 2 }),
    ]);
    await server.put('onekey', 'listings', [
      aListing({ main_id: 70, agents_agent_id: 1, agents_coagent_id: 2 }),
    ]);
  });
  beforeEach(() => forget(site));

  /** Who gets letters about a lead, under these settings. */
  async function written(settings: TenantSettings, fields: Fields, path = '/alerts') {
    await server.services.directory.setTenant('acme', { fold_repeat_leads: 0, ...settings });
    expect(await site.post(path, aLead(fields))).toEqual(STORED);
    return (await site.letters()).map(({ to }) => to);
  }

  it('are the agent alone, as long as nobody says otherwise', async () => {
    expect(await written({}, { listingID: 7 })).toEqual(['ann@acme.example']);
  });

  it('are whom the settings name, with an email each', async () => {
    const copies = { lead_copies: 'leads@acme.example,crm@vendor.example' };
    expect(await written({ ...EVERYBODY, ...copies }, { listingID: 7 })).toEqual([
      'ann@acme.example',
      'bo@acme.example',
      'downtown@acme.example',
      'leads@acme.example',
      'crm@vendor.example',
    ]);
    const [first, ...others] = await site.letters();
    for (const { subject, text } of others) {
      expect({ subject, text }).toEqual({ subject: first?.subject, text: first?.text });
    }
  });

  it('get one email each, whatever their letter case and roles', async () => {
    const copies = { lead_copies: 'BO@acme.example,downtown@ACME.example' };
    expect(await written({ ...EVERYBODY, ...copies }, { listingID: 7 })).toEqual([
      'ann@acme.example',
      'bo@acme.example',
      'downtown@acme.example',
    ]);
  });

  it('are no suspended agents, and an office only of an agent who gets leads', async () => {
    expect(await written(EVERYBODY, { listingID: 8 })).toEqual([
      'bo@acme.example',
      'Ann@Acme.example',
    ]);
    await forget(site);
    expect(await written(EVERYBODY, { listingID: 9 })).toEqual(['bo@acme.example']);
  });

  it('may leave the agent out, and are copies alone where a lead has no agent', async () => {
    const office = { lead_recipients: 'office', lead_copies: '' };
    expect(await written(office, { listingID: 7 })).toEqual(['downtown@acme.example']);
    await forget(site);
    const copy = { ...EVERYBODY, lead_copies: 'leads@acme.example' };
    expect(await written(copy, {})).toEqual(['leads@acme.example']);
    await forget(site);
    expect(await written({ lead_recipients: '', lead_copies: '' }, { listingID: 7 })).toEqual([]);
    expect(await stored(site)).toMatchObject([{ agent_id: 1, listing_id: 7 }]);
  });

  it('are no agents of a feed', async () => {
    const about = { listingID: 70, isMLS: true };
    expect(await written(EVERYBODY, about, '/alerts/listingAlert')).toEqual([]);
  });

  it('are the offices of several agents in the order of their ids, and copies without a name', async () => {
    const offices = [3, 4].map((id) => ({
      id,
      name: `Office ${id}`,
      email: `o${id}@acme.example`,
    }));
    await server.put('acme', 'offices', offices);
    // A row that was changed stands behind the others on PostgreSQL, unless they are put in order.
    await server.put('acme', 'offices', [{ id: 3, phone: '1' }]);
    const agents = [4, 3, 0, 4].map((office, at) => ({
      id: 50 + at,
      name: '',
      email: ' ',
      office,
    }));
    const { db } = await site.database();
    const settings = { lead_recipients: 'office', lead_copies: 'crm@vendor.example' };
    const found = (among: typeof agents) =>
      leadRecipients(db, settings, { agents: among, listing: undefined });
    const copy = { name: '', email: 'crm@vendor.example' };
    expect(await found(agents)).toEqual([
      { name: 'Office 3', email: 'o3@acme.example' },
      { name: 'Office 4', email: 'o4@acme.example' },
      copy,
    ]);
    expect(await found(agents.filter(({ office }) => office === 0))).toEqual([copy]);
  });

  it('are nobody whose address is blank', async () => {
    const agents = [{ id: 50, name: 'Blank', email: ' ', office: 0 }];
    const { db } = await site.database();
    const settings = { lead_recipients: 'agent', lead_copies: '' };
    expect(await leadRecipients(db, settings, { agents, listing: undefined })).toEqual([]);
  });

  it('are told of a repeat too', async () => {
    const settings = { ...EVERYBODY, fold_repeat_leads: 1, lead_copies: 'leads@acme.example' };
    await written(settings, { listingID: 7 });
    const to = await written(settings, { listingID: 7, agentEmail: 'bo@acme.example' });
    expect(to.slice(4)).toEqual([
      'ann@acme.example',
      'bo@acme.example',
      'downtown@acme.example',
      'leads@acme.example',
    ]);
    const [last] = (await site.letters()).slice(-1);
    expect(last?.subject).toMatch(/^Another message from Nora Quinn/);
  });
});

it('copies of a lead go to twenty addresses at most', () => {
  const addresses = Array.from({ length: 21 }, (_, index) => `copy${index}@acme.example`);
  const twenty = addresses.slice(0, 20);
  // One that is named twice counts once.
  expect(readLeadCopies([...twenty, 'copy0@acme.example'].join(', '))).toEqual(twenty);
  expect(() => readLeadCopies(addresses.join(','))).toThrow(
    '21 addresses are too many; at most 20 are accepted.',
  );
});

it('roles of a lead are read in any order and letter case, and are the agent where nothing is set', () => {
  expect(readLeadRoles()).toEqual(['agent']);
  expect(readLeadRoles('')).toEqual([]);
  expect(readLeadRoles(' Office,AGENT ,office')).toEqual(['agent', 'office']);
  expect(() => readLeadRoles('agent,Boss')).toThrow('"boss" is not one of agent, coagent, office.');
  expect(() => readLeadCopies('crm@vendor.example, crm')).toThrow('"crm" is not an email address.');
});
