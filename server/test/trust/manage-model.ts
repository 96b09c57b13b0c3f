import type { Report } from './report.js';

export const KINDS = ['listings', 'agents', 'offices', 'docs'] as const;
export type Kind = (typeof KINDS)[number];
/** A number, or the key of a source. */
export type Id = number | { readonly key: string; readonly source: string };
export type Fields = Readonly<Record<string, string | number>>;

/** Of each kind the name of its id, a field that copies show as well, and values that fields may have. */
export const FIELDS: Readonly<
  Record<
    Kind,
    {
      readonly id: string;
      readonly shown: string;
      readonly values: Readonly<Record<string, readonly (string | number)[]>>;
    }
  >
> = {
  listings: {
    id: 'main_id',
    shown: 'main_status',
    values: {
      main_status: ['For Rent', 'For Sale', 'Sold'],
      financials_price: [1000, 2000, 3000],
      main_house: ['1', '2'],
    },
  },
  agents: {
    id: 'id',
    shown: 'firstname',
    values: { firstname: ['Ann', 'Ben'], lastname: ['Able', 'Best'] },
  },
  offices: { id: 'id', shown: 'name', values: { name: ['Main', 'Uptown'], city: ['Troy', 'Rye'] } },
  docs: { id: 'id', shown: 'title', values: { title: ['One', 'Two'] } },
};

interface Line {
  readonly id: Id;
  readonly fields: Fields;
  readonly fault?: true;
  readonly gone?: true;
}

/** What `/manage` should hold. */
export class Records {
  readonly #records: Readonly<Record<Kind, Map<string, Fields>>> = {
    ...{ listings: new Map(), agents: new Map(), offices: new Map(), docs: new Map() },
  };
  /** The numbers of keys, which they have for ever, by kind, source and key. */
  readonly #numbers = new Map<string, number>();

  /** @returns The lines that must be rejected; the counts, where no two lines have one id. */
  put(kind: Kind, lines: readonly Line[]) {
    const rejected: number[] = [];
    const records = this.#records[kind];
    let [stored, unchanged, removed] = [0, 0, 0];
    for (const [at, { id, fields, fault, gone }] of lines.entries()) {
      const name = nameOf(id);
      const before = records.get(name);
      if (fault === true) rejected.push(at + 1);
      else if (gone === true) {
        if (records.delete(name)) removed += 1;
        else unchanged += 1;
      } else {
        const after = { ...before, ...fields };
        records.set(name, after);
        const isSame =
          before !== undefined && JSON.stringify(sorted(before)) === JSON.stringify(sorted(after));
        if (isSame) unchanged += 1;
        else stored += 1;
      }
    }
    const isSingle = new Set(lines.map(({ id }) => nameOf(id))).size === lines.length;
    return { rejected, isSingle, counts: [stored, unchanged, removed] };
  }

  /** A key has one number for ever, and no two have the same. */
  learn(
    kind: Kind,
    ids: readonly { key: string; source: string; id: number }[],
    report: Report,
  ): void {
    for (const { key, source, id } of ids) {
      const name = `${kind} ${nameOf({ key, source })}`;
      const known = this.#numbers.get(name);
      if (known !== undefined) report.expect(`the number of ${name}`, id, known);
      else if (
        [...this.#numbers].some(([other, number]) => number === id && other.startsWith(`${kind} `))
      )
        report.violation(`${name} has the number of another key`);
      this.#numbers.set(name, id);
    }
  }

  /** @returns Whether it was there. */
  remove(kind: Kind, id: Id): boolean {
    return this.#records[kind].delete(nameOf(id));
  }

  read(kind: Kind, id: Id): Fields | undefined {
    return this.#records[kind].get(nameOf(id));
  }

  /** The record with a number, its own or that of its key. */
  numbered(kind: Kind, number: number): Fields | undefined {
    for (const [name, fields] of this.#records[kind]) {
      if (this.#number(kind, name) === number) return fields;
    }
    return undefined;
  }

  ids(kind: Kind): number[] {
    const names = [...this.#records[kind].keys()];
    return names.map((name) => this.#number(kind, name)).sort((one, other) => one - other);
  }

  /** All records as copies of `GET /changes` name them. */
  names(): string[] {
    return KINDS.flatMap((kind) => this.ids(kind).map((id) => `${kind} ${id}`)).sort();
  }

  #number(kind: Kind, name: string): number {
    return this.#numbers.get(`${kind} ${name}`) ?? Number(name);
  }
}

function nameOf(id: Id): string {
  return typeof id === 'number' ? String(id) : `${id.source} ${id.key}`;
}

function sorted(fields: Fields): unknown {
  return Object.entries(fields).sort(([one], [other]) => (one < other ? -1 : 1));
}
