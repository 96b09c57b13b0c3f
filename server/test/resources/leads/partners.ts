import { randomBytes } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import { hashKey, newPartnerKey, publicPrefix } from '../../../src/http/gate/key-check.js';
import { NOON, type TestServer } from '../../rig/server.js';
import { type Fields, Website } from '../members/website.js';
import { fillOffice } from './leads.js';

type Headers = NonNullable<InjectOptions['headers']>;

/** A marketplace called StreetWise, which sends leads to the tenant `acme`. */
export class Marketplace {
  readonly #server: TestServer;
  /** The website of the tenant; its emails are the tenant's. */
  readonly site: Website;
  /** The login, and a key that opens `/marketplace` alone. */
  header = '';
  key = '';

  constructor(server: TestServer) {
    this.#server = server;
    this.site = new Website(server, 'acme');
  }

  /** Makes the tenant with its feeds, listings and agents, and registers the marketplace. */
  async open(): Promise<void> {
    await this.#server.addTenant('onekey', { kind: 'mls' });
    await this.#server.addTenant('rebny', { kind: 'rls' });
    await this.site.open({
      title: 'Acme Realty',
      // To show that leads of marketplaces are not folded.
      fold_repeat_leads: 1,
      mls_feed: 'onekey',
      rls_feed: 'rebny',
    });
    await fillOffice(this.#server);
    const partnerKey = newPartnerKey(randomBytes);
    const secret = randomBytes(32).toString('hex');
    await this.#server.services.directory.partners.add({
      name: 'StreetWise',
      key_hash: hashKey(partnerKey),
      prefix: publicPrefix(partnerKey),
      secret_hash: hashKey(secret),
      created_at: NOON,
    });
    this.header = basic(partnerKey, secret);
    this.key = await this.#server.addKey('acme', { scopes: ['marketplace'] });
  }

  /** Sends a body with the login, or with other headers in its place. */
  send(payload: string, over: Headers = {}, key = this.key) {
    return this.sendBare(payload, { authorization: this.header, ...over }, key);
  }

  /** Sends a body without the login. */
  async sendBare(payload: string, headers: Headers = {}, key = this.key) {
    const answer = await this.site.send({
      method: 'POST',
      url: `/marketplace?apiKey=${key}`,
      headers: { 'content-type': 'application/json', ...headers },
      payload,
    });
    return { status: answer.statusCode, body: answer.json(), headers: answer.headers };
  }

  /** Sends a lead that says this beside what it must. */
  sendLead(told: Fields = {}, key = this.key) {
    return this.send(JSON.stringify(marketLead(told)), {}, key);
  }

  /** The emails to the operator, which every call has one of. */
  async notices() {
    const letters = await this.site.letters();
    return letters.filter(({ to }) => to === 'operator@localhost');
  }
}

/** A lead with what it must tell and nothing else. */
export function marketLead(told: Fields = {}): Fields {
  return {
    listing_id: '7',
    agent_email: 'ann@acme.example',
    first_name: 'Nora',
    last_name: 'Quinn',
    email: 'nora@example.com',
    ...told,
  };
}

/** What a refused lead is answered. */
export function marketFailure(error: unknown, known: Fields = {}): object {
  return {
    SUCCESS: false,
    ALERT_ID: '',
    DATABASE: 'acme',
    SOURCE: 'StreetWise',
    MARKETPLACE: 'StreetWise',
    AGENT: 'ann@acme.example',
    MESSAGE: '',
    ERROR: error,
    ...known,
  };
}

/** Credentials as HTTP Basic carries them. */
export function basic(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
}
