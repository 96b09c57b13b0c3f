import { stripVTControlCharacters } from 'node:util';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ManualClock } from '../../src/lib/clock.js';
import { rangeAround } from '../../src/resources/leads/lead.endpoints.js';
import { newLead } from '../../src/resources/leads/lead.js';
import { storeLead } from '../../src/resources/leads/lead.write.js';
import { agent } from '../../src/resources/people/agent.js';
import { openServices, type Services } from '../../src/services.js';
import { forEachDatabase } from '../rig/databases.js';
import { NOON, testConfig } from '../rig/server.js';
import { type Place, portico, porticoJson } from './portico.js';

// Programs take seconds to start where others share the machine.
forEachDatabase('portico lead', (database) => {
  const clock = new ManualClock(NOON);
  let services: Services;
  let place: Place;

  beforeAll(async () => {
    const { dataFolder, databaseUrl } = database;
    const environment = { PORTICO_DATA: '.', PORTICO_DATABASE_URL: databaseUrl };
    place = { folder: dataFolder, environment };
    services = await openServices(testConfig(database), clock, pino({ level: 'silent' }));
    const add = await portico(place, 'client', 'add', 'acme', '--fold-repeat-leads');
    expect(add.code).toBe(0);
    const tenant = await services.tenants.tenant('acme');
    const ann = { ...agent.defaults, id: 3, firstname: 'Ann', lastname: 'Able' };
    await tenant?.database.write((transaction) =>
      transaction.insertInto('agent').values(ann).execute(),
    );
    await store({});
    clock.advance(86_400_000);
    const of2 = { state: 'won', notes: 'Called\u001b[2J,\nlikes it' } as const;
    await store({ email: 'Bo@Example.com', first_name: 'Bo\u001b[31m', comment: '', ...of2 });
    clock.advance(60_000);
    await store({ email: 'bo@example.com', comment: 'One more\u001b[2J\nquestion' });
  });
  afterAll(() => services.close());

  async function store(changes: Partial<Parameters<typeof newLead>[0]>): Promise<void> {
    const tenant = await services.tenants.tenant('acme');
    if (tenant === undefined) throw new Error('There is no client acme.');
    const columns = {
      kind: 'alert',
      first_name: 'Nora',
      last_name: 'Quinn',
      email: 'nora@example.com',
      phone: '212-555-0142',
      comment: 'Is Sunday possible?\nWe are two.',
      alert_type: 'For Sale',
      ...rangeAround(500_000),
      min_beds: 2,
      min_bath: 1.5,
      area: 'Park Slope',
      source: 'Landing page',
      ...changes,
    } as const;
    const agent = { id: 3, name: 'Ann Able', email: 'ann@acme.example', office: 0 };
    const lead = newLead(columns, { agent, listing: undefined }, clock.now());
    await storeLead(tenant, services.tools, lead);
  }

  const NORA = {
    id: 1,
    kind: 'alert',
    received: '2026-11-20T17:00:00.000Z',
    firstname: 'Nora',
    lastname: 'Quinn',
    email: 'nora@example.com',
    phone: '212-555-0142',
    comment: 'Is Sunday possible?\nWe are two.',
    alertType: 'For Sale',
    priceFrom: 450_000,
    priceTo: 550_000,
    minBeds: 2,
    minBath: 1.5,
    minSize: 0,
    area: 'Park Slope',
    unit: '',
    source: 'Landing page',
    backLink: '',
    agentID: 3,
    agentName: 'Ann Able',
    listingID: null,
    listingOf: null,
    clientID: null,
    clientReference: '',
    tourKind: '',
    tourTimes: [],
    state: 'new',
    notes: '',
  };

  it('list prints the leads, the newest first', async () => {
    const { json } = await porticoJson(place, 'lead', 'list', 'acme');
    const leads = json.leads as { id: number }[];
    expect([json.client, leads.map(({ id }) => id), leads[1]]).toEqual(['acme', [2, 1], NORA]);
    const { stdout } = await portico(place, 'lead', 'list', 'acme');
    expect(stdout.split('\n')).toEqual([
      expect.stringMatching(/^ID +RECEIVED +STATE +KIND +NAME +EMAIL +LISTING +AGENT$/),
      expect.stringMatching(
        /^2 +2026-11-21 12:00:00 EST +won +alert +Bo\[31m Quinn +Bo@Example.com +Ann Able \(3\)$/,
      ),
      expect.stringMatching(
        /^1 +2026-11-20 12:00:00 EST +new +alert +Nora Quinn +nora@example.com +Ann Able \(3\)$/,
      ),
      '',
    ]);
  });

  it.each([
    [['--email', 'BO@example.com'], [2]],
    [['--email', 'nobody@example.com'], []],
    [['--since', '2026-11-21'], [2]],
    [
      ['--since', '2026-11-20 12:00'],
      [2, 1],
    ],
    [['--since', '2026-11-20T17:00:01Z'], [2]],
    [['--limit', '1'], [2]],
    [['--state', 'won'], [2]],
    [['--state', 'new', '--since', '2026-11-21'], []],
  ])('list %j narrows', async (options, ids) => {
    const { json } = await porticoJson(place, 'lead', 'list', 'acme', ...options);
    expect((json.leads as { id: number }[]).map(({ id }) => id)).toEqual(ids);
  });

  it('list says when there is nothing', async () => {
    const { stdout } = await portico(place, 'lead', 'list', 'acme', '--since', '2027-01-01');
    expect(stdout).toBe('There are no such leads.\n');
  });

  it('show prints all of a lead, its repeats and its emails', async () => {
    const { json } = await porticoJson(place, 'lead', 'show', 'acme', '2');
    expect(json).toMatchObject({
      client: 'acme',
      id: 2,
      comments: [
        {
          received: '2026-11-21T17:01:00.000Z',
          comment: 'One more\u001b[2J\nquestion',
          listingID: null,
          listingOf: null,
        },
      ],
      letters: [
        { kind: 'lead', to: 'ann@acme.example', state: 'waiting', sent: null, reason: '' },
        { kind: 'lead', to: 'ann@acme.example', state: 'waiting', sent: null, reason: '' },
      ],
    });
    const { stdout } = await portico(place, 'lead', 'show', 'acme', '2');
    expect(stdout).toContain('name       Bo[31m Quinn\n');
    expect(stdout).toContain('price      450000 to 550000\n');
    expect(stdout).toContain('state      won\n');
    expect(stdout).toContain(
      '\n\nNotes\n  Called[2J,\n  likes it\n\nAgain on 2026-11-21 12:01:00 EST\n  One more[2J\n  question\n\nEMAIL ',
    );
    expect(stdout).not.toContain('\u001b');
    expect((await porticoJson(place, 'lead', 'show', 'acme', '1')).json).toMatchObject(NORA);
  });

  it('resend queues the emails again, by the settings of now or to one address', async () => {
    const letters = async () => {
      const { json } = await porticoJson(place, 'lead', 'show', 'acme', '1');
      return (json.letters as { to: string; subject: string }[]).map(({ to }) => to);
    };
    const before = await letters();
    const one = await porticoJson(place, 'lead', 'resend', 'acme', '1', '--to', 'bo@acme.example');
    expect([one.code, one.json]).toEqual([0, { client: 'acme', lead: 1, to: ['bo@acme.example'] }]);
    // The agent has lost the address since.
    const nobody = await portico(place, 'lead', 'resend', 'acme', '1');
    expect([nobody.code, nobody.stderr]).toEqual([
      1,
      'portico: Lead 1 goes to nobody: neither an agent nor the settings of acme name an address. Say --to.\n',
    ]);
    await portico(place, 'client', 'set', 'acme', '--lead-copies', 'copies@acme.example');
    const copy = await portico(place, 'lead', 'resend', 'acme', '1');
    expect([copy.code, copy.stdout]).toEqual([
      0,
      'Queued for copies@acme.example. A running server sends it, or `portico outbox flush`.\n',
    ]);
    expect(await letters()).toEqual([...before, 'bo@acme.example', 'copies@acme.example']);
    await portico(place, 'client', 'set', 'acme', '--lead-copies', '');
  });

  it('list fits a narrow terminal, and says each zone there too', async () => {
    const { stdout } = await portico({ ...place, columns: 80 }, 'lead', 'list', 'acme');
    // Colours take no room.
    const lines = stripVTControlCharacters(stdout).split('\n');
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(80);
    expect(stdout).toContain('EST');
    expect(stdout).toContain('\u001b[1mRECEIVED\u001b[22m');
    const environment = { ...place.environment, NO_COLOR: '1' };
    const plain = await portico({ ...place, environment, columns: 80 }, 'lead', 'list', 'acme');
    expect(plain.stdout).toBe(stripVTControlCharacters(stdout));
  });

  it('a name that is nearly right is offered', async () => {
    const { stderr } = await portico(place, 'lead', 'list', 'acmee');
    expect(stderr).toBe(
      'portico: There is no client named acmee. Did you mean acme? See `portico client list`.\n',
    );
    const terminal = await portico({ ...place, columns: 80 }, 'lead', 'list', 'acmee');
    expect(terminal.stderr.startsWith('\u001b[31mportico:\u001b[39m There is no')).toBe(true);
  });

  it('refuses an address to send to that is none, and names the option', async () => {
    const { json } = await porticoJson(place, 'lead', 'resend', 'acme', '1', '--to', 'Ann');
    expect(json).toMatchObject({ error: { code: 'usage', option: '--to' } });
  });

  it.each([
    [['show', 'acme', '3'], 1, 'acme has no lead 3.'],
    [['show', 'nobody', '1'], 1, 'There is no client named nobody. See `portico client list`.'],
    [['list', 'nobody'], 1, 'There is no client named nobody. See `portico client list`.'],
    [['resend', 'acme', '3'], 1, 'acme has no lead 3.'],
    [['resend', 'nobody', '1'], 1, 'There is no client named nobody.'],
    [['resend', 'acme', '1', '--to', 'Ann'], 2, '--to: "Ann" is not an email address.'],
    [['show', 'acme', 'x'], 2, '"x" is not an id of a lead. An id is a whole number from 1.'],
    [['list', 'acme', '--state', 'sold'], 2, 'Allowed choices are new, open, won, lost.'],
    [['list', 'acme', '--limit', '0'], 2, 'A whole number from 1 to 10000 is accepted.'],
    [['list', 'acme', '--since', 'soon'], 2, '"soon" is not a date.'],
  ])('%j fails and says why', async (args, code, words) => {
    const run = await porticoJson(place, 'lead', ...args);
    expect([run.code, (run.json.error as { message: string }).message]).toEqual([
      code,
      expect.stringContaining(words),
    ]);
  });
});
