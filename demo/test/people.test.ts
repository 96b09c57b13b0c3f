import { describe, expect, it } from 'vitest';
import { AGENT_STATUSES, CLIENT_TYPES } from '../src/records/people-records.js';
import {
  agency,
  agentById,
  offenders,
  stampTime,
  WALL_TODAY,
  wallTime,
} from './agency-under-test.js';

const { agents, teams, offices, clients, deals, testimonials } = agency;
const DAY = 86_400_000;

describe('agents', () => {
  it('are mostly active, one silent, one suspended, one of them staff', () => {
    const count = (status: string): number => agents.filter((a) => a.status === status).length;
    expect(AGENT_STATUSES.map(count)).toEqual([10, 1, 1]);
    expect(agents.filter((a) => a.isagent === 0).map((a) => a.rls_agent_id)).toEqual(['']);
  });

  it('carry every field of the agent table', () => {
    const expected = (
      'agent_custom_field_1 agent_custom_field_2 agent_link_name_1 agent_link_name_2 agent_link_name_3 agent_link_url_1 ' +
      'agent_link_url_2 agent_link_url_3 bio email fax firstname id image isagent lang lastname link_social1 link_social2 ' +
      'link_social3 link_social4 link_social5 listingslink mobile office phone presslink quote rls_agent_id ' +
      'searchwithmelink specialty status teamid testimoniallink title'
    ).split(' ');
    expect(
      offenders(agents, (a) => JSON.stringify(Object.keys(a).sort()) === JSON.stringify(expected)),
    ).toEqual([]);
  });

  it('have mailboxes of their own at the agency, and links by name', () => {
    expect(new Set(agents.map((a) => a.email)).size).toBe(12);
    expect(
      offenders(
        agents,
        (a) => a.email === `${a.firstname}.${a.lastname}@porticorealty.example`.toLowerCase(),
      ),
    ).toEqual([]);
    for (const n of [1, 2, 3] as const) {
      expect(
        offenders(
          agents,
          (a) => (a[`agent_link_name_${n}`] === '') === (a[`agent_link_url_${n}`] === ''),
        ),
      ).toEqual([]);
    }
    expect(agents.filter((a) => a.lang.includes(',')).length).toBeGreaterThan(5);
  });
});

describe('teams', () => {
  it('embed the members that name them, without the five fields of the single record', () => {
    expect(teams).toHaveLength(3);
    for (const team of teams) {
      const members = agents.filter((a) => a.teamid === `${team.id}`);
      expect(team.agent_ids).toEqual(members.map((a) => a.id));
      expect(members.length).toBeGreaterThan(1);
      for (const member of team.agents) {
        const agent = agentById.get(member.id);
        const { listingslink, presslink, searchwithmelink, testimoniallink, teamid, ...rest } =
          agent ?? (member as never);
        expect([listingslink, presslink, searchwithmelink, testimoniallink, teamid]).not.toContain(
          undefined,
        );
        expect(member).toEqual(rest);
        expect(member.status).not.toBe('Suspend');
      }
    }
    expect(new Set(teams.map((t) => t.hide_team_listings_from_agent))).toEqual(new Set(['0', '1']));
  });

  it('and offices have doors in three boroughs', () => {
    expect(offices.map((o) => o.state)).toEqual(['NY', 'NY', 'NY']);
    expect(new Set(offices.map((o) => o.city)).size).toBe(3);
    expect(new Set(agents.map((a) => a.office))).toEqual(new Set(offices.map((o) => o.id)));
  });
});

describe('clients', () => {
  it('carry tags that end in commas, all of them in use', () => {
    expect(offenders(clients, (c) => /^(\w+,)+$/.test(c.type))).toEqual([]);
    const tags = new Set(clients.flatMap((c) => c.type.split(',').filter(Boolean)));
    expect([...tags].sort()).toEqual([...CLIENT_TYPES].sort());
  });

  it('have a code of 64 bits exactly when they are members', () => {
    expect(offenders(clients, (c) => (c.verify !== '') === c.type.includes('Member,'))).toEqual([]);
    const codes = clients.map((c) => c.verify).filter(Boolean);
    expect(offenders(codes, (code) => /^[0-9a-f]{16}$/.test(code))).toEqual([]);
    expect(new Set(codes).size).toBe(codes.length);
  });

  it('are active while their last login is less than 120 days ago', () => {
    expect(
      offenders(clients, (c) => {
        const recent = c.last_login !== '' && WALL_TODAY - stampTime(c.last_login) < 119 * DAY;
        const old = c.last_login === '' || WALL_TODAY - stampTime(c.last_login) > 121 * DAY;
        return c.active === 1 ? !old : !recent;
      }),
    ).toEqual([]);
    expect(
      offenders(clients, (c) => c.status === (c.active === 1 ? 'Active' : 'Inactive')),
    ).toEqual([]);
    expect(clients.filter((c) => c.active === 1).length).toBeGreaterThan(15);
    expect(clients.filter((c) => c.active === 0 && c.last_login !== '').length).toBeGreaterThan(3);
  });

  it('were created before they were updated, and both before now', () => {
    expect(
      offenders(
        clients,
        (c) =>
          stampTime(c.date_create) <= stampTime(c.date_update) &&
          stampTime(c.date_update) <= WALL_TODAY,
      ),
    ).toEqual([]);
    expect(
      offenders(
        clients,
        (c) => c.last_login === '' || stampTime(c.last_login) >= stampTime(c.date_create),
      ),
    ).toEqual([]);
    const created = clients.map((c) => c.date_create);
    expect(created).toEqual([...created].sort());
  });

  it('have one mailbox each and an agent who is named rightly', () => {
    expect(new Set(clients.map((c) => c.email)).size).toBe(clients.length);
    expect(
      offenders(clients, (c) => {
        const agent = agentById.get(c.agent_id);
        return (
          agent?.status === 'Active' &&
          c.agent_name === `${agent.firstname} ${agent.lastname}` &&
          c.agent_email === agent.email
        );
      }),
    ).toEqual([]);
    expect(
      offenders(clients, (c) => c.dob === '' || /^(19|20)\d\d-\d\d-\d\d$/.test(c.dob)),
    ).toEqual([]);
    expect(offenders(clients, (c) => /^[A-Z]{2}$/.test(c.state) && /^\d{5}$/.test(c.zip))).toEqual(
      [],
    );
  });
});

describe('deals', () => {
  it('stand as their listing does, with a client who was there', () => {
    const listings = new Map(agency.listings.map((l) => [l.main_id, l]));
    const byId = new Map(clients.map((c) => [c.id, c]));
    const stages: Record<string, string> = {
      Sold: 'Closed',
      Rented: 'Closed',
      'In Contract': 'In Contract',
      'Offer In': 'Offer',
      'App. Pending': 'Application',
    };
    expect(deals.length).toBeGreaterThan(30);
    expect(new Set(deals.map((d) => d.status))).toEqual(new Set(Object.values(stages)));
    expect(
      offenders(deals, (d) => {
        const listing = listings.get(d.listing_id);
        const client = byId.get(d.client_id);
        if (!listing || !client) return false;
        const close = Math.abs(d.price / listing.financials_price - 1) <= 0.06;
        return (
          stages[listing.main_status] === d.status &&
          d.address === listing.main_address &&
          close &&
          d.date > client.date_create
        );
      }),
    ).toEqual([]);
    expect(new Set(deals.map((d) => d.listing_id)).size).toBe(deals.length);
  });
});

describe('testimonials', () => {
  it('are never said twice', () => {
    expect(new Set(testimonials.map(({ content }) => content)).size).toBe(testimonials.length);
  });

  it('are about agents that can be seen, or about teams', () => {
    expect(offenders(testimonials, (t) => (t.agentid === 0) !== (t.teamid === 0))).toEqual([]);
    expect(
      offenders(
        testimonials,
        (t) => t.agentid === 0 || agentById.get(t.agentid)?.status === 'Active',
      ),
    ).toEqual([]);
    expect(new Set(testimonials.map((t) => t.teamid)).size).toBe(4);
    const dates = testimonials.map((t) => wallTime(t.date_create));
    expect(dates).toEqual([...dates].sort((a, b) => a - b));
    expect(Math.max(...dates)).toBeLessThanOrEqual(WALL_TODAY);
    expect(testimonials.filter((t) => t.title === '').length).toBeGreaterThan(
      testimonials.length / 2,
    );
  });
});
