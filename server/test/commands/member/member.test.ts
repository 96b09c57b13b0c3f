import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { beforeAll, expect, it } from 'vitest';
import { type Email, headerText } from '../../../src/outbox/email/email.js';
import { readSnapshot, shapes } from '../../../src/store/copy/dump.js';
import { forEachDatabase } from '../../rig/databases.js';
import { databaseOf, offline } from '../../rig/offline.js';
import { type Place, portico, porticoJson } from '../portico.js';

/** The tables with data about the people who visit a website; `erase-person.ts` goes through all of them. */
const OF_PERSONS = [
  'alert',
  'alert_comment',
  'client',
  'client_trail',
  'deal',
  'favorite_listing',
  'idempotent_write',
  'letter',
  'saved_search',
  'saved_search_match',
  'source_key',
  'webhook_attempt',
  'webhook_message',
];

/** The tables that hold what a brokerage publishes, and numbers of records. */
const OF_OTHERS = [
  'agent',
  'audit_entry',
  'blog',
  'blog_building',
  'blog_label',
  'blog_label_name',
  'building',
  'building_photo',
  'change_entry',
  'document',
  'highest_number',
  'import_run',
  'kept_field',
  'label',
  'link',
  'link_category',
  'listing',
  'listing_custom',
  'listing_history',
  'listing_label',
  'listing_search',
  'listing_views',
  'listing_words',
  'neighborhood',
  'office',
  'photo',
  'picture',
  'picture_source',
  'press',
  'pull_minute',
  'pull_picture',
  'pull_reject',
  'pull_resource',
  'pull_schedule',
  'pull_source',
  'pull_swept',
  'pull_token',
  'revision',
  'saved_search_place',
  'team',
  'team_expects',
  'testimonial',
  'video',
  'webhook_endpoint',
  'word',
  'word_index',
  'word_posting',
];

forEachDatabase('portico member erase', (database) => {
  const { dataFolder: folder, databaseUrl } = database;
  const place: Place = {
    folder,
    environment: { PORTICO_DATA: folder, PORTICO_DATABASE_URL: databaseUrl },
  };
  const write = (name: string, records: readonly object[]) =>
    writeFileSync(
      join(folder, 'in', `${name}.ndjson`),
      records.map((record) => `${JSON.stringify(record)}\n`).join(''),
    );
  const lead = (id: number, email: string, more: object = {}) => ({
    id,
    received: '2026-11-20T17:00:00.000Z',
    firstname: 'Norabelle',
    lastname: 'Quinnfield',
    email,
    phone: '917-555-0142',
    comment: 'I am Norabelle, call me',
    notes: 'Norabelle will come on Sunday',
    state: 'won',
    backLink: 'https://example.com/?who=norabelle',
    agentID: 1,
    ...more,
  });
  /** Everything that the tenant's database holds, as text. */
  const everything = () =>
    offline(database, async ({ tenants, directory }) => {
      const entry = await directory.tenant('acme');
      if (entry === undefined) throw new Error('There is no client acme.');
      const owned = await tenants.openAt(entry);
      try {
        return await readSnapshot(owned, async (snapshot) => {
          const rows: string[] = [];
          for (const table of snapshot.tables) {
            for await (const portion of snapshot.rows(table)) rows.push(JSON.stringify(portion));
          }
          return rows.join('\n').toLowerCase();
        });
      } finally {
        await owned.close();
      }
    });

  beforeAll(async () => {
    mkdirSync(join(folder, 'in'));
    await portico(place, 'client', 'add', 'acme');
    await portico(place, 'backup', join('backups', 'before'));
    write('agents', [{ id: 1, email: 'ann@example.com', status: 'Active' }]);
    write('clients', [
      { id: 11, first_name: 'Norabelle', last_name: 'Quinnfield', email: 'Nora@Example.com' },
      { id: 12, first_name: 'Otto', last_name: 'Other', email: 'otto@example.com' },
      { id: 'x', email: 'NORA@example.com' },
    ]);
    write('favorites', [
      { clientID: 11, listingID: 5 },
      { clientID: 12, listingID: 5 },
    ]);
    write('deals', [
      { id: 1, client_id: 11, address: '1 Norabelle Street' },
      { id: 2, client_id: 12, address: '2 Other Street' },
    ]);
    write('leads', [
      lead(1, 'nora@example.com'),
      lead(2, 'nora2@example.com', { clientID: 11 }),
      {
        ...lead(3, 'otto@example.com'),
        firstname: 'Otto',
        lastname: 'Other',
        comment: 'Hello',
        notes: '',
        backLink: '',
      },
    ]);
    write('source-keys', [
      { kind: 'deals', source: 'crm', key: 'deal of NORA@example.com', id: 1 },
      { kind: 'deals', source: 'crm', key: 'deal of otto', id: 2 },
    ]);
    const run = await porticoJson(place, 'import', 'acme', join(folder, 'in'));
    expect([run.code, run.stderr]).toEqual([0, '']);
    await offline(database, async (services) => {
      const acme = await databaseOf(services, 'acme');
      const letter = {
        ...{ kind: 'lead', from_name: '', to_name: '', reply_name: '', reply_address: '' },
        ...{ subject: '', text: '', html: '', created_at: 1, state: 'sent', attempts: 1 },
        ...{ next_attempt_at: 1, last_error: '', leased_until: 0, sent_at: 1, alert_id: 0 },
        search_id: 0,
      };
      await acme.write(async (transaction) => {
        await transaction
          .insertInto('client_trail')
          .values({
            ...{ client_id: 11, trail_key: 1, listing_id: 5, user_ip: '203.0.113.99' },
            ...{ comment: '', page_url: '', created_at: 1 },
          })
          .execute();
        await transaction
          .insertInto('saved_search')
          .values({
            ...{ client_id: 11, name: 'For Norabelle', query: 'bedsMin=2', frequency: 'daily' },
            ...{ price_drops: 1, created_at: 1, updated_at: 1, last_sent_at: 0 },
          })
          .execute();
        await transaction
          .insertInto('saved_search_match')
          .values({
            ...{ search_id: 1, client_id: 11, id_space: 0, listing_id: 5 },
            ...{ price: 1000, price_before: 0, found_at: 1, sent_at: 1 },
          })
          .execute();
        await transaction
          .insertInto('alert_comment')
          .values({
            alert_id: 1,
            created_at: 1,
            text: 'Norabelle again',
            listing_id: 0,
            listing_space: 0,
          })
          .execute();
        const letters = [
          { to_address: 'NORA@example.com', to_name: 'Norabelle', kind: 'verification' },
          { to_address: 'nora.before@example.com', to_name: 'Norabelle', search_id: 1 },
          { to_address: 'ann@example.com', reply_address: 'nora@example.com', alert_id: 1 },
          { to_address: 'ann@example.com', subject: 'Norabelle asks', alert_id: 2 },
          {
            to_address: 'operator@example.com',
            text: 'Refused: Nora@example.com',
            kind: 'marketplace',
          },
          { to_address: 'ann@example.com', reply_address: 'otto@example.com', alert_id: 3 },
        ];
        await transaction
          .insertInto('letter')
          .values(letters.map((each, at) => ({ ...letter, ...each, message_id: `<${at}@x>` })))
          .execute();
        const kept = { id: 'k', fingerprint: 'f', answer: '{"firstname":"Norabelle"}' };
        await transaction
          .insertInto('idempotent_write')
          .values({ ...kept, created_at: 1 })
          .execute();
        for (const body of ['{"lead":{"name":"Norabelle","email":"nora@example.com"}}', '{}']) {
          await transaction
            .insertInto('webhook_message')
            .values({
              ...{ endpoint_id: 1, message_id: `msg_${body.length}`, type: 'lead.created', body },
              ...{ created_at: 1, state: 'sent', attempts: 1, next_attempt_at: 1 },
              ...{ last_error: '', sent_at: 1 },
            })
            .execute();
        }
        const attempt = { message_id: 1, at: 1, status: 200, ms: 1, reason: '' };
        await transaction
          .insertInto('webhook_attempt')
          .values({ ...attempt, answer: 'Thank you, Norabelle' })
          .execute();
      });
    });
    await portico(place, 'backup', join('backups', 'after'));
  });

  const rows = {
    ...{ clients: 1, favorites: 1, trails: 1, deals: 1, searches: 1, leads: 2, comments: 1 },
    letters: 5,
  };

  it('says what it would erase, and erases nothing', async () => {
    const args = ['member', 'erase', 'acme', 'nora@EXAMPLE.com'];
    const run = await porticoJson(place, ...args, '--dry-run', '--backups', 'backups');
    expect(run.json).toMatchObject({
      ids: [11],
      emails: ['nora@example.com'],
      erased: rows,
      dryRun: true,
    });
    expect(run.json.rejects).toHaveLength(1);
    expect(run.json.backups).toMatchObject({
      looked: 2,
      holding: [{ folder: join(folder, 'backups', 'after') }],
      unreadable: [],
    });
    expect(await everything()).toContain('norabelle');
    for (const [who, reason] of [
      ['nora', 'names no person'],
      ['nora@example.com', 'Say --yes.'],
    ] as const) {
      const { code, stderr } = await portico(place, 'member', 'erase', 'acme', who);
      expect([code, stderr]).toEqual([2, expect.stringContaining(reason)]);
    }
    const missing = await porticoJson(place, ...args, '--yes', '--backups', 'nowhere');
    expect(missing.code).toBe(1);
    const typed = Object.assign(Readable.from(['nora@example.com\n', 'no\n']), { isTTY: true });
    const asked = await portico(
      { ...place, stdin: typed },
      'member',
      'erase',
      'acme',
      'nora@example.com',
    );
    expect([asked.code, asked.stderr]).toEqual([
      1,
      expect.stringContaining('Nothing was removed.'),
    ]);
    expect(await everything()).toContain('norabelle');
  });

  it('erases everything about a person, and nothing about others', async () => {
    const { code, stdout } = await portico(place, 'member', 'erase', 'acme', '11', '--yes');
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('Erased of client 11, nora@example.com: 1 clients, 1 favorites'),
    ]);
    const left = await everything();
    for (const trace of [
      'norabelle',
      'quinnfield',
      'nora@',
      'nora2@',
      '917-555-0142',
      '203.0.113.99',
    ]) {
      // The agent's number and the other lead's are not the person's.
      if (trace === '917-555-0142') expect(left.split(trace)).toHaveLength(2);
      else expect(left).not.toContain(trace);
    }
    expect(left).toContain('otto@example.com');
    expect(left).toContain('2 other street');
    const leads = await porticoJson(place, 'lead', 'list', 'acme');
    expect(
      (leads.json.leads as { id: number; email: string; state: string }[]).map(
        ({ id, email, state }) => [id, email, state],
      ),
    ).toEqual(
      expect.arrayContaining([
        [1, '', 'won'],
        [2, '', 'won'],
        [3, 'otto@example.com', 'won'],
      ]),
    );
    const again = await porticoJson(place, 'member', 'erase', 'acme', 'nora@example.com', '--yes');
    expect([again.code, again.json.erased]).toEqual([
      0,
      {
        ...{ clients: 0, favorites: 0, trails: 0, deals: 0, searches: 0, leads: 0, comments: 0 },
        letters: 0,
      },
    ]);
  });

  it('deletes the files of email, also those whose rows are gone, and no other', async () => {
    await portico(place, 'client', 'add', 'files', '--title', 'Brücke & Söhne');
    const outbox = join(folder, 'outbox');
    mkdirSync(outbox, { recursive: true });
    const person = 'petra@example.com';
    const email = { fromName: 'Brücke & Söhne', subject: 'S', text: 'Hello', html: '<p>Hello</p>' };
    const send = (more: Partial<Email>) =>
      offline(database, async (services) => {
        const target = await databaseOf(services, 'files');
        const full = {
          kind: 'lead' as const,
          to: { name: '', address: 'ann@example.com' },
          ...email,
        };
        await target.write((transaction) =>
          services.outbox.queue(transaction, { ...full, ...more }),
        );
        await services.outbox.flush();
      });
    const code = 'c0ffee00c0ffee00c0ffee00c0ffee00';
    const to = { name: 'Petra', address: person };
    // Words that need an encoding, with the address in them.
    const words = { text: `Grüße 🏠 von ${person}`.repeat(20), html: `<p>Grüße 🏠 ${person}</p>` };
    await send({ kind: 'verification', to, text: code, html: code });
    await send({ replyTo: { name: 'Petra', address: person } });
    await send(words);
    await send({ text: 'of somebody else' });
    await send({ fromName: 'Another Brokerage', replyTo: { name: '', address: person } });
    await offline(database, async (services) => {
      const target = await databaseOf(services, 'files');
      // As after the month that rows of sent email are kept.
      await target.write((transaction) => transaction.deleteFrom('letter').execute());
    });
    await send({ kind: 'verification', to, text: 'one with a row' });
    expect(readdirSync(outbox)).toHaveLength(6);
    const dry = await porticoJson(place, 'member', 'erase', 'files', person, '--dry-run');
    expect(dry.json).toMatchObject({ emailFiles: 4, otherEmailFiles: [expect.any(String)] });
    expect(readdirSync(outbox)).toHaveLength(6);
    const run = await porticoJson(place, 'member', 'erase', 'files', person, '--yes');
    expect(run.json).toMatchObject({ emailFiles: 4, erased: { letters: 1 } });
    const left = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'));
    expect(left).toHaveLength(2);
    expect(left.join('')).not.toContain(code);
    expect(left.join('')).toContain('of somebody else');
    expect(left.join('')).toContain('Another Brokerage');
  });

  it('deletes no file that may be of another client with the same title', async () => {
    for (const name of ['uptown', 'midtown']) {
      // Email has the first 100 characters.
      await portico(place, 'client', 'add', name, '--title', `${'Century 21 '.repeat(10)}${name}`);
    }
    const file = join(folder, 'outbox', 'of-midtown.eml');
    mkdirSync(join(folder, 'outbox'), { recursive: true });
    const from = headerText('Century 21 '.repeat(10), 100);
    writeFileSync(file, `From: ${from} <c@x.com>\r\nTo: <paul@x.com>\r\n\r\nHello.`);
    const erase = () => porticoJson(place, 'member', 'erase', 'uptown', 'paul@x.com', '--yes');
    expect((await erase()).json).toMatchObject({ emailFiles: 0, otherEmailFiles: [file] });
    await portico(place, 'client', 'set', 'midtown', '--title', 'Midtown Homes');
    expect((await erase()).json).toMatchObject({ emailFiles: 1, otherEmailFiles: [] });
  });

  it('leaves what names another address that holds this one', async () => {
    await portico(place, 'client', 'add', 'similar', '--title', 'Similar');
    const [person, other] = ['ann@x.com', 'joann@x.com'];
    const body = (email: string) => JSON.stringify({ lead: { comment: `Hello\n${email}` } });
    await offline(database, async (services) => {
      const target = await databaseOf(services, 'similar');
      await target.write(async (transaction) => {
        for (const [at, email] of [person, other].entries()) {
          const letter = {
            ...{ kind: 'marketplace', from_name: '', to_address: 'op@x.com', to_name: '' },
            ...{ reply_name: '', reply_address: '', subject: '', text: `Refused: ${email}` },
            ...{ html: '', created_at: 1, state: 'sent', attempts: 1, next_attempt_at: 1 },
            ...{ last_error: '', leased_until: 0, sent_at: 1, alert_id: 0, message_id: `<${at}>` },
          };
          await transaction.insertInto('letter').values(letter).execute();
          const message = {
            ...{ endpoint_id: 1, message_id: `msg_${at}`, type: 'lead.created' },
            ...{ body: body(email), created_at: 1, state: 'sent', attempts: 1 },
            ...{ next_attempt_at: 1, last_error: '', sent_at: 1 },
          };
          await transaction.insertInto('webhook_message').values(message).execute();
          const key = { kind: 'deals', source: 'crm', key: `deal of ${email}`, number: at + 1 };
          await transaction.insertInto('source_key').values(key).execute();
        }
      });
    });
    mkdirSync(join(folder, 'rejects'), { recursive: true });
    const rejects = join(folder, 'rejects', 'similar-leads.ndjson');
    writeFileSync(rejects, `${body(other)}\n`);
    const file = join(folder, 'outbox', 'of-another.eml');
    mkdirSync(join(folder, 'outbox'), { recursive: true });
    writeFileSync(file, `From: Similar <s@x.com>\r\nTo: <op@x.com>\r\n\r\nIt is ${other}.`);
    const run = await porticoJson(place, 'member', 'erase', 'similar', person, '--yes');
    expect(run.json).toMatchObject({ erased: { letters: 1 }, rejects: [], emailFiles: 0 });
    expect(readFileSync(file, 'utf8')).toContain(other);
    const left = await offline(database, async (services) => {
      const { db } = await databaseOf(services, 'similar');
      const letters = await db.selectFrom('letter').select('text').execute();
      const messages = await db.selectFrom('webhook_message').select('body').execute();
      const keys = await db.selectFrom('source_key').select('key').orderBy('number').execute();
      return [letters, messages, keys];
    });
    expect(left).toEqual([
      [{ text: `Refused: ${other}` }],
      [{ body: body(other) }],
      [{ key: 'erased 1' }, { key: `deal of ${other}` }],
    ]);
  });

  it('knows of every table whether it holds data about persons', async () => {
    const tables = await offline(database, async (services) =>
      (await shapes(await databaseOf(services, 'acme'))).map(({ name }) => name),
    );
    // A new table goes into one of the lists, and if it is about persons, into erase-person.ts.
    expect(tables.sort()).toEqual([...OF_PERSONS, ...OF_OTHERS].sort());
    const source = readFileSync(
      new URL('../../../src/changes/removal/erase-person.ts', import.meta.url),
      'utf8',
    );
    for (const table of OF_PERSONS) expect(source).toContain(`'${table}'`);
  });
});
