import { generateSecret, generateURI, verifySync } from 'otplib';
import type { Services } from '../services.js';
import type { ConsoleAccount } from '../store/directory/console-accounts.js';
import { macOf, seal, UnsealError, unseal } from '../store/secrets/seal.js';
import { placeOfSecondFactor } from '../store/secrets/sealed-codes.js';

/** How many recovery codes there are, and the letters of one: 50 bits, which only the server can check. */
const RECOVERY_CODES = 10;
const RECOVERY_LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const RECOVERY_LENGTH = 10;

/** How far the clock of a phone may be off, in seconds. */
const TOLERANCE_S = 30;

/** How a code of the app looks; any other is one of the list. */
export const APP_CODE = /^\d{6}$/;

/** Second factors: codes of an app by RFC 6238, and recovery codes. */
export class SecondFactors {
  readonly #services: Services;

  constructor(services: Services) {
    this.#services = services;
  }

  /** Begins to set one up. @returns The secret, and the address that a QR code shows. */
  async propose({ id, email }: ConsoleAccount): Promise<{ secret: string; uri: string }> {
    const { directory, tools } = this.#services;
    const secret = generateSecret({ length: 20 });
    const key = await tools.secretKey();
    const sealed = seal(secret, key, placeOfSecondFactor(id), tools.random);
    await directory.consoleAccounts.propose(id, sealed);
    return { secret, uri: generateURI({ issuer: 'Portico', label: email, secret }) };
  }

  /** Sets it up, once a code shows that the app has it. @returns The recovery codes; undefined for a wrong code. */
  async confirm(
    account: ConsoleAccount,
    text: string,
    session?: number,
  ): Promise<readonly string[] | undefined> {
    const code = text.replace(/\s/g, '');
    const { directory, tools } = this.#services;
    const sealed = account.new_second_factor;
    if (sealed === null || !(await this.#isFresh(account.id, sealed, code))) return undefined;
    const codes = Array.from({ length: RECOVERY_CODES }, () => recoveryCode(tools.random));
    const macs: string[] = [];
    for (const each of codes) macs.push(await this.#mac(account.id, each));
    await directory.consoleAccounts.setSecondFactor(account.id, sealed, macs, session);
    return codes;
  }

  /** Uses a code up: of the app, or of the list. @returns Whether it was good. */
  async use({ id, second_factor: sealed }: ConsoleAccount, code: string): Promise<boolean> {
    if (sealed === null) return true;
    if (APP_CODE.test(code)) return this.#isFresh(id, sealed, code);
    const mac = await this.#mac(id, code.toLowerCase());
    return this.#services.directory.consoleAccounts.useCode(id, mac);
  }

  /** A code that was seen once, on a screen or on its way here, is good for nobody else. */
  async #isFresh(id: number, sealed: string, token: string): Promise<boolean> {
    if (!APP_CODE.test(token)) return false;
    const { directory, tools, clock, log } = this.#services;
    let secret: string;
    try {
      secret = unseal(sealed, await tools.secretKey(), placeOfSecondFactor(id));
    } catch (error) {
      if (!(error instanceof UnsealError)) throw error;
      log.warn({ account: id }, 'a second factor was sealed under another secret key: remove it');
      return false;
    }
    const epoch = Math.floor(clock.now() / 1000);
    const found = verifySync({ secret, token, epoch, epochTolerance: TOLERANCE_S });
    if (!found.valid || !('timeStep' in found)) return false;
    return directory.consoleAccounts.useStep(id, found.timeStep);
  }

  async #mac(id: number, code: string): Promise<string> {
    const key = await this.#services.tools.secretKey();
    return macOf(key, 'recovery code', [id, code]).toString('hex');
  }
}

/** A code such as `k7mqa-2vxnp`. Letters are drawn without favour: bytes beyond the last multiple are drawn again. */
function recoveryCode(random: (size: number) => Uint8Array): string {
  const { length } = RECOVERY_LETTERS;
  const most = 256 - (256 % length);
  let code = '';
  while (code.length < RECOVERY_LENGTH) {
    const [byte = 0] = random(1);
    if (byte < most) code += RECOVERY_LETTERS[byte % length];
  }
  return `${code.slice(0, RECOVERY_LENGTH / 2)}-${code.slice(RECOVERY_LENGTH / 2)}`;
}
