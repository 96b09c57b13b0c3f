import { describe, expect, it } from 'vitest';
import { generateAgency } from '../src/agency.js';
import {
  agency,
  agentById,
  buildingById,
  offenders,
  RESOURCES,
  TIME_ZONE,
  TODAY,
} from './agency-under-test.js';

/** Whole agencies are made here, on machines that may be busy. */
const SLOW = { timeout: 30_000 };

const idsOf = (records: ReadonlyArray<{ id: number }>): number[] => records.map(({ id }) => id);

/** Every text in a value, with the names of the fields that lead to it. */
function* texts(value: unknown, path: string): Generator<[path: string, text: string]> {
  if (typeof value === 'string') yield [path, value];
  else if (value !== null && typeof value === 'object') {
    for (const [key, inner] of Object.entries(value)) yield* texts(inner, `${path}.${key}`);
  }
}

describe('the demo agency', () => {
  it('has the promised amounts', () => {
    expect(agency.listings).toHaveLength(640);
    expect(agency.buildings).toHaveLength(150);
    expect(agency.agents).toHaveLength(12);
    expect(agency.neighborhoods.length).toBeGreaterThan(70);
    expect(agency.photos.length).toBeGreaterThan(4000);
    for (const name of RESOURCES) expect(agency[name].length, name).toBeGreaterThan(2);
  });

  it('is the same for the same seed and day, down to the last field', SLOW, () => {
    const again = generateAgency({ seed: 2026, today: TODAY, timeZone: TIME_ZONE });
    for (const name of RESOURCES) expect(again[name], name).toEqual(agency[name]);
  });

  it('differs by seed, and moves its dates with the day', SLOW, () => {
    const other = generateAgency({ seed: 2027, today: TODAY, timeZone: TIME_ZONE });
    expect(other.listings[100]?.main_address).not.toBe(agency.listings[100]?.main_address);
    const later = generateAgency({
      seed: 2026,
      today: TODAY + 86_400_000 * 3,
      timeZone: TIME_ZONE,
    });
    expect(later.listings.map((l) => l.main_address)).toEqual(
      agency.listings.map((l) => l.main_address),
    );
    expect(later.listings[600]?.essentials_date).not.toBe(agency.listings[600]?.essentials_date);
  });

  it('makes as many listings as asked for, and refuses what it cannot make', SLOW, () => {
    const small = generateAgency({ seed: 5, today: TODAY, timeZone: TIME_ZONE, listings: 90 });
    expect(small.listings).toHaveLength(90);
    const large = generateAgency({ seed: 5, today: TODAY, timeZone: TIME_ZONE, listings: 2000 });
    expect(large.listings).toHaveLength(2000);
    for (const listings of [0, -1, 3001, 10.5, Number.NaN]) {
      expect(() =>
        generateAgency({ seed: 5, today: TODAY, timeZone: TIME_ZONE, listings }),
      ).toThrow(RangeError);
    }
  });

  it('uses every id once', () => {
    const numbered = [
      agency.buildings,
      agency.offices,
      agency.agents,
      agency.teams,
      agency.labels,
      agency['blog-labels'],
      agency.blogs,
      agency.press,
      agency.videos,
      agency.testimonials,
      agency.docs,
      agency['link-categories'],
      agency.links,
      agency.clients,
      agency.deals,
    ];
    const all = [
      ...numbered.map(idsOf),
      agency.listings.map((l) => l.main_id),
      agency.neighborhoods.map((n) => n.cat_id),
    ];
    for (const ids of all) {
      expect(new Set(ids).size).toBe(ids.length);
      for (const id of ids) expect(Number.isSafeInteger(id) && id > 0).toBe(true);
    }
    const ulids = agency.listings.map((l) => l.ulid);
    expect(new Set(ulids).size).toBe(ulids.length);
    for (const value of ulids) expect(value).toMatch(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/);
  });

  it('names only what exists', () => {
    const has = (records: ReadonlyArray<{ id: number }>) => new Set(idsOf(records));
    const listings = new Set(agency.listings.map((l) => l.main_id));
    const neighborhoods = new Set(agency.neighborhoods.map((n) => n.cat_id));
    const names = new Set(agency.neighborhoods.map((n) => n.cat_name));
    const [offices, teams, clients] = [has(agency.offices), has(agency.teams), has(agency.clients)];
    const labels = new Set(agency.labels.map((l) => l.labelname));
    const [blogLabels, categories] = [has(agency['blog-labels']), has(agency['link-categories'])];
    const agent = (id: number | string): boolean => agentById.has(Number(id));
    expect(
      [
        offenders(agency.neighborhoods, (n) => n.parent === 0 || neighborhoods.has(n.parent)),
        offenders(agency.buildings, (b) => neighborhoods.has(b.cat) && agent(b.contact)),
        offenders(agency['building-photos'], (p) => buildingById.has(p.building_id)),
        offenders(agency.photos, (p) => listings.has(p.listing_id)),
        offenders(agency.agents, (a) => offices.has(a.office)),
        offenders(agency.agents, (a) => a.teamid === '' || teams.has(Number(a.teamid))),
        offenders(agency.listings, (l) => buildingById.has(l.essentials_building)),
        offenders(agency.listings, (l) => names.has(l.main_neighborhood)),
        offenders(agency.listings, (l) => l.labels.every((name) => labels.has(name))),
        offenders(agency.blogs, (b) => b.agent_id === '' || agent(b.agent_id)),
        offenders(agency.blogs, (b) => b.labels.every((id) => blogLabels.has(id))),
        offenders(agency.blogs, (b) => b.buildings.every((id) => buildingById.has(id))),
        offenders(agency.press, (p) => p.agent_id === 0 || agent(p.agent_id)),
        offenders(agency.videos, (v) => agent(v.agentid)),
        offenders(agency.testimonials, (t) =>
          t.agentid === 0 ? teams.has(t.teamid) : agent(t.agentid),
        ),
        offenders(agency.links, (l) => categories.has(l.category)),
        offenders(agency.clients, (c) => agent(c.agent_id)),
        offenders(agency.deals, (d) => clients.has(d.client_id) && listings.has(d.listing_id)),
      ].flat(),
    ).toEqual([]);
  });

  const everyText = RESOURCES.flatMap((name) => [...texts(agency[name], name)]);

  it('has no link that leads out of the machine, and no address that reaches anybody', () => {
    expect(everyText.length).toBeGreaterThan(50_000);
    const outward = /https?:|\/\/|www\.|javascript:|data:/i;
    expect(offenders(everyText, ([, text]) => !outward.test(text))).toEqual([]);
    const all = (pattern: RegExp): string[] =>
      everyText.flatMap(([, text]) => text.match(pattern) ?? []);
    const mails = all(/[\w.+-]+@[\w.-]+/g);
    const phones = all(/\d{3}-\d{3}-\d{4}/g);
    expect(mails.length).toBeGreaterThan(500);
    expect(phones.length).toBeGreaterThan(500);
    expect(offenders(mails, (mail) => mail.endsWith('.example'))).toEqual([]);
    expect(offenders(phones, (phone) => /^\d{3}-555-01\d\d$/.test(phone))).toEqual([]);
  });

  it('has no field that was forgotten', () => {
    const values = RESOURCES.flatMap((name) =>
      agency[name].flatMap((record) =>
        Object.entries(record).map(([field, value]: [string, unknown]) => ({ name, field, value })),
      ),
    );
    expect(offenders(values, ({ value }) => value !== undefined && !Number.isNaN(value))).toEqual(
      [],
    );
    const slip = /undefined|NaN|\[object|null|[{}]/;
    expect(offenders(everyText, ([, text]) => !slip.test(text))).toEqual([]);
  });
});
