import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { hashKey } from '../http/gate/key-check.js';
import type { Proxies } from '../http/gate/proxies.js';
import type { Clock } from '../lib/clock.js';
import type { ConsoleAccount } from '../store/directory/console-accounts.js';
import type { ConsoleSession, SessionBounds } from '../store/directory/console-sessions.js';
import type { Directory } from '../store/directory/directory.js';
import { type BrokerageRole, isBrokerageRole, isInstallationRole, type Roles } from './roles.js';

/** A session ends so long after its last call, and so long after its begin. */
const IDLE_MS = 12 * 60 * 60_000;
const LONGEST_MS = 30 * 24 * 60 * 60_000;

/** How exactly the last call is noted: a write for each call would be too much. */
const SEEN_MS = 60_000;

/** For how long the password counts as given. */
const PROVED_MS = 15 * 60_000;

/** 256 bits. */
const TOKEN_BYTES = 32;

/** Characters of the name of a browser that are kept. */
const AGENT_LENGTH = 200;

/** Somebody who has signed in, as of this call: a role that is taken away is gone at once. */
export interface Caller {
  readonly account: ConsoleAccount;
  readonly session: ConsoleSession;
  readonly roles: Roles;
}

/** A new token for a cookie or a link. */
export function newToken(random: (size: number) => Uint8Array): string {
  return Buffer.from(random(TOKEN_BYTES)).toString('base64url');
}

interface SessionParts {
  readonly directory: Directory;
  readonly clock: Clock;
  readonly random: (size: number) => Uint8Array;
  readonly proxies: Proxies;
  readonly log: Logger;
  /** Whether browsers come by HTTPS. */
  readonly secure: boolean;
}

/** The sessions of browsers. A cookie holds a random token, of which the directory knows the hash. */
export class Sessions {
  readonly #parts: SessionParts;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** Who calls; undefined without a session. */
  async find(request: FastifyRequest): Promise<Caller | undefined> {
    const token = this.#tokenOf(request);
    if (token === undefined) return undefined;
    const { consoleSessions } = this.#parts.directory;
    const found = await consoleSessions.find(hashKey(token), this.bounds());
    if (found === undefined) return undefined;
    const now = this.#parts.clock.now();
    if (now - found.session.seen_at >= SEEN_MS) {
      // On a full disk, people still read.
      await consoleSessions.see(found.session, now).catch((err: unknown) => {
        this.#parts.log.warn({ err }, 'a session could not be noted as seen');
      });
    }
    return { ...found, roles: await rolesOf(this.#parts.directory, found.account) };
  }

  /** Begins a session with a token that nobody had before, and ends the one that the browser had. */
  async begin(account: number, request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.#end(request);
    const token = newToken(this.#parts.random);
    const now = this.#parts.clock.now();
    const session = {
      account_id: account,
      token_hash: hashKey(token),
      created_at: now,
      seen_at: now,
      proved_at: now,
      address: this.addressOf(request),
      agent: String(request.headers['user-agent'] ?? '').slice(0, AGENT_LENGTH),
    };
    await this.#parts.directory.consoleSessions.begin(session, this.bounds());
    this.#setCookie(reply, token, LONGEST_MS / 1000);
  }

  /** Ends the session of a browser. */
  async end(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    await this.#end(request);
    this.#setCookie(reply, '', 0);
  }

  /** Notes that somebody has given the password again, and the code of a second factor. */
  prove({ session }: Caller): Promise<void> {
    return this.#parts.directory.consoleSessions.prove(session.id, this.#parts.clock.now());
  }

  /** Whether the password was given lately: what cannot be undone asks for it. */
  isProved({ session }: Caller): boolean {
    return this.#parts.clock.now() - session.proved_at < PROVED_MS;
  }

  async #end(request: FastifyRequest): Promise<void> {
    const token = this.#tokenOf(request);
    if (token === undefined) return;
    const found = await this.#parts.directory.consoleSessions.find(hashKey(token), this.bounds());
    if (found !== undefined) {
      await this.#parts.directory.consoleSessions.end(found.account.id, found.session.id);
    }
  }

  bounds(): SessionBounds {
    const now = this.#parts.clock.now();
    return { begunAfter: now - LONGEST_MS, seenAfter: now - IDLE_MS };
  }

  /** The address that a call comes from. */
  addressOf(request: FastifyRequest): string {
    return this.#parts.proxies.origin(request).nearest?.toString() ?? '';
  }

  /** The source by which failed attempts count. */
  sourceOf(request: FastifyRequest): string {
    return this.#parts.proxies.sourceOf(request);
  }

  /** Cookies know no port: the name keeps those of other programs on this machine apart. */
  get #cookie(): string {
    return this.#parts.secure ? '__Host-portico-console' : 'portico-console';
  }

  #tokenOf(request: FastifyRequest): string | undefined {
    const cookies = String(request.headers.cookie ?? '').split(';');
    const mine = cookies.map((cookie) => cookie.trim().split('='));
    const [, token] = mine.find(([name]) => name === this.#cookie) ?? [];
    return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
  }

  #setCookie(reply: FastifyReply, token: string, seconds: number): void {
    const secure = this.#parts.secure ? '; Secure' : '';
    reply.header(
      'set-cookie',
      `${this.#cookie}=${token}; Path=/; HttpOnly; SameSite=Strict; Max-Age=${seconds}${secure}`,
    );
  }
}

/** The roles of an account. */
export async function rolesOf(
  directory: Directory,
  { id, role }: Pick<ConsoleAccount, 'id' | 'role'>,
): Promise<Roles> {
  const rows = await directory.consoleAccounts.roles([id]);
  const brokerages = rows.flatMap((row): [string, BrokerageRole][] =>
    isBrokerageRole(row.role) ? [[row.client, row.role]] : [],
  );
  return {
    installation: isInstallationRole(role) ? role : undefined,
    brokerages: new Map(brokerages),
  };
}
