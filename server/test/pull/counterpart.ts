import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';

/** A record of the source, by the names of the Data Dictionary. */
export type SourceRow = Readonly<Record<string, unknown>>;

/** A request that came, with what matters of it. */
export interface Asked {
  readonly at: number;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
  readonly prefer: string | undefined;
}

/** What is answered in place of the page; `cut` ends the connection in the middle of it. */
export type Fault =
  | 'cut'
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string };

/**
 * A server of the RESO Web API that plays a vendor: real HTTP, its pages and links, and what goes wrong with them. It
 * knows the conditions that Portico sends, and answers 400 to any other.
 */
export class Counterpart {
  /** By resource and key. */
  readonly tables = new Map<string, Map<string, SourceRow>>();
  readonly asked: Asked[] = [];
  /** Decides what goes wrong with a request. */
  fault: (asked: Asked) => Fault | undefined = () => undefined;
  /** Changes the link to a next page. */
  relink: (link: string) => string = (link) => link;
  /** Decides in which order pages come, where it is not asked for. */
  order: 'key' | 'changed' | 'none' = 'key';
  /** Runs behind each page, as work at the source goes on meanwhile. */
  afterPage: () => void = () => {};
  /** The most records of a page, whatever is asked for. */
  page = 1000;
  /** What the header `Date` says. */
  dateOf: () => Date = () => new Date(this.now());
  /** What is left out of the count. */
  countLess = 0;
  readonly #server: http.Server;

  /** @param now The clock of the source, in milliseconds. */
  constructor(
    readonly kind: 'mlsgrid' | 'reso',
    readonly now: () => number,
  ) {
    this.#server = http.createServer((request, response) => this.#answer(request, response));
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/odata/`;
  }

  /** Writes a record at the time of the source. */
  put(resource: string, key: string, row: SourceRow): void {
    const table = this.table(resource);
    const names = { Property: 'ListingKey', Member: 'MemberKey', Office: 'OfficeKey' };
    const keyField = names[resource as keyof typeof names];
    const changed = new Date(this.now()).toISOString();
    table.set(key, { [keyField]: key, ...row, ModificationTimestamp: changed });
  }

  table(resource: string): Map<string, SourceRow> {
    const table = this.tables.get(resource) ?? new Map<string, SourceRow>();
    this.tables.set(resource, table);
    return table;
  }

  #answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    const url = new URL(request.url ?? '', this.url);
    const asked: Asked = {
      at: this.now(),
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      authorization: request.headers.authorization,
      prefer: request.headers.prefer as string | undefined,
    };
    this.asked.push(asked);
    response.setHeader('date', this.dateOf().toUTCString());
    const fault = this.fault(asked);
    if (fault !== undefined && fault !== 'cut') {
      response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
      return;
    }
    let text: string;
    try {
      if (request.headers['accept-encoding'] !== 'gzip') throw new Error('gzip is needed');
      text = JSON.stringify(this.#page(asked));
    } catch (error) {
      const body = JSON.stringify({ error: { message: (error as Error).message } });
      response.writeHead(400).end(body);
      return;
    }
    const packed = gzipSync(text);
    const headers = { 'content-encoding': 'gzip', 'content-length': packed.length };
    response.writeHead(200, headers);
    if (fault === 'cut')
      response.write(packed.subarray(0, packed.length / 2), () => response.destroy());
    else response.end(packed);
    this.afterPage();
  }

  #page({ path, query, prefer }: Asked): object {
    const resource = path.replace('/odata/', '');
    const filter = query.$filter ?? '';
    if (this.kind === 'mlsgrid') {
      if (filter.match(/OriginatingSystemName eq '/g)?.length !== 1) {
        throw new Error('OriginatingSystemName is needed, once');
      }
      if (query.$orderby !== undefined) throw new Error('$orderby is not accepted');
      const fields = [...FILTERABLE, ...(FILTERABLE_OF[resource] ?? [])];
      for (const [, field = ''] of filter.matchAll(/(\w+) (?:eq|gt|ge) /g)) {
        if (!fields.includes(field)) throw new Error(`${field} cannot be filtered by`);
      }
    }
    const order = query.$orderby === undefined ? this.order : 'key';
    const keyOf = ([key]: readonly [string, SourceRow]) => key;
    const placeOf = ([key, row]: readonly [string, SourceRow]) =>
      order === 'changed' ? `${row.ModificationTimestamp} ${key}` : key;
    const all = [...this.table(resource)].filter(([, row]) => matches(row, filter));
    if (order !== 'none') all.sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
    const after = query.$skiptoken;
    const from = after === undefined ? 0 : startOf(all, after, order === 'none', placeOf);
    const wanted = Number(query.$top ?? /maxpagesize=(\d+)/.exec(prefer ?? '')?.[1] ?? this.page);
    const rows = all.slice(from, from + Math.min(this.page, wanted));
    const last = rows.at(-1);
    const isEnd = from + rows.length >= all.length || last === undefined;
    const next = new URL(`${this.url}${resource}`);
    for (const [name, value] of Object.entries(query)) next.searchParams.set(name, value);
    if (last !== undefined)
      next.searchParams.set('$skiptoken', order === 'none' ? keyOf(last) : placeOf(last));
    const fields = query.$select?.split(',');
    return {
      value: rows.map(([, row]) =>
        fields === undefined
          ? row
          : Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))),
      ),
      ...(query.$count === 'true' ? { '@odata.count': all.length - this.countLess } : {}),
      ...(isEnd ? {} : { '@odata.nextLink': this.relink(next.href) }),
    };
  }
}

/** What MLS Grid can be asked by, besides fields of one resource. */
const FILTERABLE = ['OriginatingSystemName', 'ModificationTimestamp', 'MlgCanView'];
const FILTERABLE_OF: Readonly<Record<string, readonly string[]>> = {
  Property: ['ListingId', 'StandardStatus', 'PropertyType', 'ListOfficeMlsId'],
  Member: ['MemberMlsId'],
  Office: ['OfficeMlsId'],
};

function startOf(
  all: readonly (readonly [string, SourceRow])[],
  after: string,
  isUnordered: boolean,
  placeOf: (row: readonly [string, SourceRow]) => string,
): number {
  if (isUnordered) return all.findIndex(([key]) => key === after) + 1;
  const at = all.findIndex((row) => placeOf(row) > after);
  return at === -1 ? all.length : at;
}

const CONDITION = /^(\w+) (eq|gt|ge) (?:'((?:[^']|'')*)'|(true|false)|(\d{4}-[\d:.TZ-]+))$/;

/** Whether a record meets a filter: conditions with `and`, and some with `or` in parentheses. */
function matches(row: SourceRow, filter: string): boolean {
  if (filter === '') return true;
  return filter.split(/ and (?![^(]*\))/).every((part) =>
    part
      .replace(/^\((.*)\)$/, '$1')
      .split(' or ')
      .some((condition) => {
        const [, field = '', operator, text, flag, moment] = CONDITION.exec(condition) ?? [];
        if (operator === undefined) throw new Error(`${condition} is not understood`);
        const value = row[field];
        if (flag !== undefined) return value === (flag === 'true');
        const wanted = moment === undefined ? text?.replaceAll("''", "'") : Date.parse(moment);
        const own = moment === undefined ? value : Date.parse(String(value));
        if (operator === 'eq') return own === wanted;
        const [mine, theirs] = [own as string, wanted as string];
        return operator === 'gt' ? mine > theirs : mine >= theirs;
      }),
  );
}
