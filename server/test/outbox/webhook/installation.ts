import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import { expect } from 'vitest';
import { porticoJson } from '../../commands/portico.js';
import type { TestDatabase } from '../../rig/databases.js';
import { databaseOf, offline } from '../../rig/offline.js';
import { type ProgramPlace, programEnvironment } from '../../rig/program.js';
import { ask } from '../../rig/serving.js';
import { temporaryFolder } from '../../rig/temp.js';
import type { Receiver } from './receiver.js';

/** A message as a receiver reads it. */
export interface Message {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>> & { readonly client: string };
}

type Json = Record<string, unknown>;

/**
 * An installation whose commands and servers are real programs, with receivers on this machine. What its
 * website and its back office do is asked of a running server.
 */
export class Installation {
  readonly place: ProgramPlace & { readonly environment: NodeJS.ProcessEnv };
  /** Of the website, and of the back office. */
  keys = { website: '', manage: '' };

  constructor(readonly database: Pick<TestDatabase, 'dataFolder' | 'databaseUrl'>) {
    const environment = programEnvironment(database);
    this.place = {
      ...database,
      environment: { ...environment, PORTICO_WEBHOOK_ALLOW: '127.0.0.0/8' },
    };
  }

  /** One on SQLite, with a folder and a secret key of its own. */
  static elsewhere(): Installation {
    return new Installation({ dataFolder: temporaryFolder(), databaseUrl: undefined });
  }

  /** Runs a command, however it ends. */
  async run(...args: string[]): Promise<{ code: number | null; json: Json }> {
    const { dataFolder: folder, environment } = this.place;
    return porticoJson({ folder, environment }, ...args);
  }

  /** Runs a command that has to succeed. */
  async command(...args: string[]): Promise<Json> {
    const { code, json } = await this.run(...args);
    expect([args, code, json.error]).toEqual([args, 0, undefined]);
    return json;
  }

  /** Makes a client with keys and a receiver. */
  async addClient(
    name: string,
    url: string,
    types: string,
  ): Promise<{ id: string; secret: string }> {
    await this.command('client', 'add', name);
    await this.addKeys(name);
    const added = await this.command('webhook', 'add', name, '--url', url, '--types', types);
    return { id: String(added.id), secret: String(added.secret) };
  }

  /** Makes keys, which are used from now on. */
  async addKeys(client: string): Promise<void> {
    const website = await this.command('key', 'add', client);
    const manage = await this.command('key', 'add', client, '--scope', 'manage');
    this.keys = { website: String(website.apiKey), manage: String(manage.apiKey) };
  }

  /** Stores or removes records by HTTP, as a back office does. */
  async put(url: string, kind: string, records: readonly object[]): Promise<void> {
    const answer = await ask(url, `/manage/${kind}`, {
      method: 'PUT',
      headers: { 'content-type': 'application/x-ndjson', 'x-api-key': this.keys.manage },
      payload: records.map((record) => JSON.stringify(record)).join('\n'),
    });
    expect([answer.status, answer.body]).toEqual([200, expect.stringContaining('"REJECTED":[]')]);
  }

  /** Imports records by the command, as a nightly job does. */
  async importRecords(name: string, kind: string, records: readonly object[]): Promise<void> {
    const file = join(temporaryFolder(), `${kind}.ndjson`);
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    await this.command('import', name, file);
  }

  /** Stores a lead, as a website does. */
  async lead(url: string, email: string): Promise<void> {
    const form = { apiKey: this.keys.website, firstname: 'Nora', lastname: 'Quinn', email };
    const answer = await ask(url, '/alerts', { method: 'POST', form });
    expect(answer.body).toContain('"STATUS_CODE":"101"');
  }

  /** Asks what changed. */
  async changes(url: string, query = ''): Promise<{ status: number; page: ChangesPage }> {
    const { status, body } = await ask(url, `/changes?apiKey=${this.keys.website}${query}`);
    return { status, page: JSON.parse(body) as ChangesPage };
  }

  /** Ends the leases that a killed or stopped process has left, which takes a minute. */
  endLeases(client: string): Promise<void> {
    return offline(this.database, async (services) => {
      const { db } = await databaseOf(services, client);
      await db.updateTable('webhook_endpoint').set({ leased_until: 0 }).execute();
    });
  }
}

/** An answer of `GET /changes`. */
export interface ChangesPage {
  readonly CURSOR: string;
  readonly CHANGES: readonly { readonly kind: string; readonly id: number; readonly op: string }[];
}

/** The messages that have come since the last look, verified; waits until there are so many. */
export async function arrived(
  receiver: Receiver,
  secret: string,
  atLeast: number,
): Promise<Message[]> {
  await receiver.waitFor(atLeast);
  return receiver.received.splice(0).map(({ body, headers }) => {
    const message = new Webhook(secret).verify(body, headers) as Omit<Message, 'id'>;
    return { ...message, id: headers['webhook-id'] ?? '' };
  });
}
