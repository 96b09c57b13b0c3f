import { Type } from 'typebox';
import { quoted } from '../lib/text.js';

/** A setting that is not accepted; the message begins with its name, if there is such a setting. */
export class SettingError extends Error {
  constructor(
    readonly words: string,
    readonly setting = '',
  ) {
    super(setting === '' ? words : `${setting}: ${words}`);
  }
}

/** A setting that an operator gives as `name=value`. */
export interface NamedSetting<Value = string | number> {
  /** Throws with the reason, or returns the value as it is answered. */
  readonly check: (text: string) => Value;
  readonly isNumber?: true;
  readonly description: string;
}

/** A list of settings that one column of the directory holds as JSON; empty for nothing. */
export class NamedSettings<const Name extends string, Value extends string | number> {
  readonly #list: ReadonlyMap<string, NamedSetting<Value>>;
  readonly #called: string;

  /** @param called What one of them is, in an error: `setting of the website`. */
  constructor(called: string, list: Readonly<Record<Name, NamedSetting<Value>>>) {
    this.#called = called;
    this.#list = new Map(Object.entries<NamedSetting<Value>>(list));
  }

  /** Each with what it is. */
  get descriptions(): readonly (readonly [name: string, description: string])[] {
    return [...this.#list].map(([name, { description }]) => [name, description]);
  }

  /** The schema of what is set. What is not set is left out. */
  schema(id: string, description: string) {
    const fields = [...this.#list].map(([name, { description: words, isNumber }]) => [
      name,
      Type.Optional(
        isNumber ? Type.Number({ description: words }) : Type.String({ description: words }),
      ),
    ]);
    return Type.Object(Object.fromEntries(fields), {
      ...{ $id: id, description: `${description}. What is not set is left out.` },
      additionalProperties: false,
    });
  }

  /** Reads the column. @throws SettingError if it holds what `change` refuses. */
  read(column = ''): { readonly [Each in Name]?: Value } {
    if (column === '') return {};
    const stored: unknown = JSON.parse(column);
    if (typeof stored !== 'object' || stored === null)
      throw new SettingError('It is not an object.');
    const read = Object.entries(stored).map(([name, value]) => [
      name,
      this.#checked(name, String(value)),
    ]);
    return Object.fromEntries(read) as { [Each in Name]?: Value };
  }

  /**
   * Changes settings, each given as `name=value`; an empty value removes one.
   *
   * @param column The column as it is.
   * @returns The column as it should be.
   * @throws SettingError
   */
  change(column: string, changes: readonly string[]): string {
    const settings = new Map(Object.entries<Value | undefined>(this.read(column)));
    for (const change of changes) {
      const [, name = change, value = ''] = /^([^=]*)=(.*)$/s.exec(change) ?? [];
      if (!change.includes('=')) throw new SettingError(`${quoted(change)} is not name=value.`);
      if (value.trim() !== '') settings.set(name, this.#checked(name, value));
      else if (this.#list.has(name)) settings.delete(name);
      else throw this.#unknown(name);
    }
    return settings.size === 0 ? '' : JSON.stringify(Object.fromEntries(settings));
  }

  #checked(name: string, text: string): Value {
    const setting = this.#list.get(name);
    if (setting === undefined) throw this.#unknown(name);
    const value = text.trim();
    try {
      if (/\p{Cc}/u.test(value)) throw new Error('holds a line break or another control character');
      return setting.check(value);
    } catch (error) {
      throw new SettingError(`${quoted(value)} ${(error as Error).message}.`, name);
    }
  }

  #unknown(name: string): SettingError {
    const names = [...this.#list.keys()].join(', ');
    return new SettingError(`${quoted(name)} is not a ${this.#called}. Accepted: ${names}.`);
  }
}

/** Text of at most so many characters. */
export function words(most: number): (text: string) => string {
  return (text) => {
    if (text.length > most) throw new Error(`is longer than ${most} characters`);
    return text;
  };
}

/** An address that a browser opens. */
export function webAddress(text: string): string {
  const { protocol, username } = URL.canParse(text)
    ? new URL(text)
    : { protocol: '', username: '' };
  const isPage = /^https?:$/.test(protocol) && username === '' && !/\s/.test(text);
  if (!isPage) throw new Error('is not an http or https URL');
  return words(500)(text);
}

/** What an operator may set about how websites show the listings of a feed (`feed set --display`). R374. */
export const feedDisplay = new NamedSettings('setting of a feed', {
  copyright: { check: words(300), description: 'The copyright line of the MLS' },
  logo: { check: webAddress, description: 'URL of its logo' },
  disclaimer: { check: words(2000), description: 'What it has websites say' },
  history: {
    check: (text) => {
      if (text === 'yes' || text === 'no') return text;
      throw new Error('is not yes or no');
    },
    description: 'Whether its license allows websites to show what listings cost before',
  },
});

/**
 * What is set of a feed. Until `history` is, answers have none of a feed, and searches find what became cheaper there, as
 * before there was such a setting.
 */
export type FeedDisplay = ReturnType<typeof feedDisplay.read>;
