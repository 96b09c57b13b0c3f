import { setTimeout as pause } from 'node:timers/promises';
import { MailServer, type Whim } from '../outbox/email/mail-server.js';
import { parseMail } from '../outbox/email/parse-mail.js';
import { hasRedis, OwnRedis } from '../rig/own-redis.js';
import { TcpProxy } from '../rig/tcp-proxy.js';
import type { Random } from './random.js';

/** Something that fails while a server runs. */
export interface Fault {
  readonly name: string;
  /** What calls may see of it: nothing, refusals and failed writes, or failed reads, too, because calls may be late. */
  readonly calls: 'succeed' | 'may be refused' | 'may be late';
  /** Lets it come and go. @param isCut Hears that the last connection has been cut. */
  run(isCut: () => void): Promise<void>;
}

/** What a server needs for no answer, and may fail while every call succeeds: a Redis and a mail server. */
export class Around {
  readonly #mail = new MailServer();
  readonly #redis = hasRedis() ? new OwnRedis() : undefined;
  readonly #random: Random;
  #toMail: TcpProxy | undefined;
  #toRedis: TcpProxy | undefined;

  constructor(random: Random) {
    this.#random = random;
  }

  /** @returns The settings of the server. */
  async open(): Promise<NodeJS.ProcessEnv> {
    await this.#mail.open();
    this.#toMail = await TcpProxy.before(this.#mail.url());
    const mail = { PORTICO_SMTP_URL: this.#toMail.urlOf(this.#mail.url()) };
    if (this.#redis === undefined) return mail;
    await this.#redis.start();
    this.#toRedis = await TcpProxy.before(this.#redis.url);
    return { ...mail, PORTICO_REDIS_URL: this.#toRedis.urlOf(this.#redis.url) };
  }

  faults(): Fault[] {
    const random = this.#random;
    const fault = (name: string, comes: () => unknown, goes: () => unknown): Fault => ({
      ...{ name, calls: 'succeed' },
      async run() {
        await comes();
        await pause(random.between(0, 2_500));
        await goes();
      },
    });
    const onTheWay = (name: string, proxy: TcpProxy | undefined): Fault[] =>
      proxy === undefined
        ? []
        : [
            fault(
              `late answers of ${name}`,
              () => proxy.delay(1_000),
              () => proxy.heal(),
            ),
            fault(
              `reset connections to ${name}`,
              () => proxy.reset(),
              () => proxy.heal(),
            ),
            fault(
              `refused connections to ${name}`,
              () => proxy.refuse(),
              () => proxy.heal(),
            ),
            fault(
              `silence of ${name}`,
              () => proxy.swallow(),
              () => proxy.heal(),
            ),
            fault(
              `connections to ${name} that go nowhere`,
              () => proxy.abandon(),
              () => proxy.heal(),
            ),
          ];
    const lying = (name: string, whim: Whim) =>
      fault(
        `a mail server that ${name}`,
        () => {
          this.#mail.whim = () => (random.chance(0.5) ? whim : undefined);
        },
        () => {
          this.#mail.whim = () => undefined;
        },
      );
    const redis = this.#redis;
    return [
      ...onTheWay('Redis', this.#toRedis),
      ...(redis === undefined
        ? []
        : [
            fault(
              'a restart of Redis',
              () => redis.stop(),
              () => redis.start(),
            ),
          ]),
      ...onTheWay('the mail server', this.#toMail),
      lying('refuses for now', { recipient: 451, words: 'Try again later' }),
      lying('keeps an email and refuses it', { message: 451, words: 'Try again later' }),
      lying('keeps an email and hangs up', 'hang up'),
    ];
  }

  /** The Message-IDs of all emails that came in. */
  arrived(): ReadonlySet<string> {
    return new Set(this.#mail.arrived.map(({ raw }) => parseMail(raw).header('message-id') ?? ''));
  }

  /** How many emails came in, those that came again too. */
  get emails(): number {
    return this.#mail.arrived.length;
  }

  async close(): Promise<void> {
    this.#toMail?.close();
    this.#toRedis?.close();
    await this.#mail.close();
    await this.#redis?.stop();
  }
}
