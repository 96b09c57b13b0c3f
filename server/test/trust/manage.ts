import type { InjectOptions } from 'fastify';
import { Replica } from '../changes/feed/replica.js';
import { startServer, type TestServer, testConfig } from '../rig/server.js';
import { FIELDS, type Fields, type Id, KINDS, type Kind, Records } from './manage-model.js';
import type { Part, Work } from './part.js';
import type { Random } from './random.js';

/** Calls of one round, after which copies and records are compared. */
const CALLS = 25;
/** So many numbers, and so many keys of each source, that the same records are met again and again. */
const IDS = 12;

/** A back office that writes by `/manage`, and websites that keep a copy. */
export const manage: Part = {
  name: 'manage',
  proves: 'that /manage stores what it says, by numbers and keys, and /changes tells all of it',
  rounds: 40,
  whole: 400,
  async run({ random, rounds, engine, report }: Work) {
    const server = await startServer(testConfig(engine), undefined);
    try {
      await server.addTenant('acme');
      const key = await server.addKey('acme', { scopes: ['manage'] });
      const office = new BackOffice(server, key, { random, report });
      const website = await server.addKey('acme');
      const replica = new Replica(server, website, random.next);
      for (const _ of rounds) {
        for (let call = 0; call < CALLS; call += 1) await office.call();
        while (!(await replica.poll()));
        await office.compare(replica);
      }
    } finally {
      await server.close();
    }
  },
};

type Line = {
  readonly id: Id;
  readonly fields: Fields;
  readonly fault?: true;
  readonly gone?: true;
};

class BackOffice {
  readonly #records = new Records();
  /** The last calls that stored something, to be sent again. */
  readonly #sent: {
    readonly kind: Kind;
    readonly body: string;
    readonly name: string;
    readonly answer: string;
  }[] = [];
  #names = 0;

  constructor(
    readonly server: TestServer,
    readonly key: string,
    readonly to: Pick<Work, 'random' | 'report'>,
  ) {}

  async call(): Promise<void> {
    const { random, report } = this.to;
    const kind = random.one(KINDS);
    const call = random.weighted({ put: 55, delete: 15, get: 15, again: 15 });
    report.count(`calls: ${call}`);
    if (call === 'put') await this.#put(kind);
    else if (call === 'delete') await this.#delete(kind);
    else if (call === 'get') await this.#get(kind);
    else await this.#again();
  }

  async #ask(method: 'GET' | 'PUT' | 'DELETE', url: string, more: Partial<InjectOptions> = {}) {
    this.server.clock.advance(1100);
    const headers = { 'x-forwarded-proto': 'https', 'x-api-key': this.key, ...more.headers };
    const answer = await this.server.app.inject({ method, url, ...more, headers });
    return { status: answer.statusCode, body: answer.body };
  }

  async #put(kind: Kind): Promise<void> {
    const { random, report } = this.to;
    // Of some calls all lines have numbers, and of some all have keys of one source.
    const source = random.one([undefined, undefined, 'number', 'crm', 'mls']);
    const lines = Array.from({ length: random.between(1, 8) }, () => this.#line(kind, source));
    const body = lines.map((line) => textOf(kind, line)).join('\n');
    this.#names += 1;
    const name = `call-${this.#names}`;
    const answer = await this.#send(kind, body, name);
    const said = JSON.parse(answer);
    report.count('records sent', lines.length);
    const wanted = this.#records.put(kind, lines);
    const rejected = said.REJECTED?.map(({ line }: { line: number }) => line);
    report.expect(`rejected of ${kind}`, rejected, wanted.rejected);
    this.#records.learn(kind, said.IDS ?? [], report);
    const { STORED, UNCHANGED, REMOVED } = said;
    // Lines with one id are merged: how many of them count as stored is theirs to say.
    report.expect(
      `lines of ${kind} that count`,
      STORED + UNCHANGED + REMOVED,
      lines.length - wanted.rejected.length,
    );
    if (wanted.isSingle)
      report.expect(`counts of ${kind} for ${body}`, [STORED, UNCHANGED, REMOVED], wanted.counts);
    this.#sent.push({ kind, body, name, answer });
    if (this.#sent.length > 6) this.#sent.shift();
  }

  async #send(kind: Kind, payload: string, name: string): Promise<string> {
    const headers = { 'content-type': 'application/x-ndjson', 'idempotency-key': name };
    const { status, body } = await this.#ask('PUT', `/manage/${kind}`, { payload, headers });
    this.to.report.expect(`status of a PUT of ${kind}`, status, 200);
    return body;
  }

  /** A call that nobody answered is sent again, and does nothing then. */
  async #again(): Promise<void> {
    if (this.#sent.length === 0) return;
    const { kind, body, name, answer } = this.to.random.one(this.#sent);
    this.to.report.expect(
      `the answer to ${name} again`,
      await this.#send(kind, body, name),
      answer,
    );
  }

  async #delete(kind: Kind): Promise<void> {
    const id = this.#id(undefined);
    const { status, body } = await this.#ask('DELETE', pathOf(kind, id));
    const wanted = this.#records.remove(kind, id) ? 200 : 404;
    this.to.report.expect(`status of a DELETE of ${kind} ${JSON.stringify(id)}`, status, wanted);
    if (status === 200)
      this.to.report.expect('the answer to a DELETE', JSON.parse(body).REMOVED, 1);
  }

  async #get(kind: Kind): Promise<void> {
    const id = this.#id(undefined);
    const { status, body } = await this.#ask('GET', pathOf(kind, id));
    const wanted = this.#records.read(kind, id);
    const what = `${kind} ${JSON.stringify(id)}`;
    this.to.report.expect(`status of ${what}`, status, wanted === undefined ? 404 : 200);
    if (status === 200 && wanted !== undefined) this.#compareRecord(kind, what, JSON.parse(body));
  }

  #compareRecord(kind: Kind, what: string, found: Record<string, unknown>): void {
    const wanted = this.#records.numbered(kind, Number(found[FIELDS[kind].id]));
    const shown = Object.fromEntries(Object.keys(wanted ?? {}).map((name) => [name, found[name]]));
    this.to.report.expect(what, sorted(shown), wanted && sorted(wanted));
  }

  /** The records, the model and the website's copy are the same. */
  async compare(replica: Replica): Promise<void> {
    const { report } = this.to;
    const copied: string[] = [];
    for (const name of replica.records.keys()) {
      if (KINDS.some((kind) => name.startsWith(`${kind} `))) copied.push(name);
    }
    report.expect('the copy', copied.sort(), this.#records.names());
    for (const kind of KINDS) {
      const { body } = await this.#ask('GET', `/manage/${kind}`);
      const records = body
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
      const ids = records
        .map((record) => record[FIELDS[kind].id])
        .sort((one, other) => one - other);
      report.expect(`the ids of ${kind}`, ids, this.#records.ids(kind));
      for (const record of records) this.#compareRecord(kind, `${kind} in the list`, record);
      report.count('records compared', records.length);
    }
    this.#compareCopy(replica);
  }

  #compareCopy(replica: Replica): void {
    for (const kind of KINDS) {
      for (const id of this.#records.ids(kind)) {
        const record = replica.records.get(`${kind} ${id}`) as Record<string, unknown> | undefined;
        const { shown } = FIELDS[kind];
        const wanted = this.#records.numbered(kind, id)?.[shown];
        if (record !== undefined && record[shown] !== undefined && wanted !== undefined)
          this.to.report.expect(
            `${shown} of ${kind} ${id} in the copy`,
            String(record[shown]),
            String(wanted),
          );
      }
    }
  }

  #line(kind: Kind, source: string | undefined): Line {
    const { random } = this.to;
    const id = this.#id(source);
    if (random.chance(0.1)) return { id, fields: {}, gone: true };
    const fields = fieldsOf(kind, random);
    if (kind === 'listings' && random.chance(0.1))
      return { id, fields: { ...fields, financials_price: 'much' }, fault: true };
    return { id, fields };
  }

  #id(source: string | undefined): Id {
    const { random } = this.to;
    const of = source ?? random.one(['number', 'crm', 'mls']);
    const at = random.between(1, IDS);
    return of === 'number' ? at : { key: `K-${at}`, source: of };
  }
}

function fieldsOf(kind: Kind, random: Random): Fields {
  const all: Fields = Object.fromEntries(
    Object.entries(FIELDS[kind].values).map(([name, values]) => [name, random.one(values)]),
  );
  const kept = random.some(Object.keys(all), 0.7);
  const own = Object.fromEntries(kept.map((name) => [name, all[name] as string | number]));
  // A new listing needs a status.
  return kind === 'listings' ? { ...own, main_status: all.main_status as string } : own;
}

function textOf(kind: Kind, { id, fields, gone }: Line): string {
  return JSON.stringify({ [FIELDS[kind].id]: id, ...fields, ...(gone && { _remove: true }) });
}

function pathOf(kind: Kind, id: Id): string {
  if (typeof id === 'number') return `/manage/${kind}/${id}`;
  return `/manage/${kind}?key=${id.key}&source=${id.source}`;
}

function sorted(record: Readonly<Record<string, unknown>>): unknown {
  return Object.entries(record).sort(([one], [other]) => (one < other ? -1 : 1));
}
