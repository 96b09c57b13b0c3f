import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { Refusal, VENDORS, type Vendor, type VendorRequest } from './vendors.js';

/** A record of the source, by the names of the Data Dictionary. */
export type SourceRow = Readonly<Record<string, unknown>>;

/** For how long a token is good that was asked for. */
const TOKEN_MS = 3_600_000;

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
  readonly calls: VendorRequest[] = [];
  /** Decides what goes wrong with a request. */
  fault: (call: VendorRequest) => Fault | undefined = () => undefined;
  /** Changes the link to a next page. */
  relink: (link: string) => string = (link) => link;
  /** Decides in which order pages come, where it is not asked for. */
  order: 'key' | 'changed' | 'none' = 'key';
  /** Changes a record when it is answered, as where addresses are signed each time. */
  present: (row: SourceRow) => SourceRow = (row) => row;
  /** Whether pages name the next one, and how many records there are. */
  links = true;
  counts = true;
  /** How many pictures a record contains, and each page of its further ones; the link to them is in the record. */
  mostExpanded = Number.POSITIVE_INFINITY;
  /** Changes the order of the records of a page. */
  arrange: (rows: readonly SourceRow[]) => readonly SourceRow[] = (rows) => rows;
  /** Answers for what lies under `media/`. */
  media: (request: http.IncomingMessage, response: http.ServerResponse) => void = (_, response) =>
    void response.writeHead(404).end();
  /** Runs behind each page, as work at the source goes on meanwhile. */
  afterPage: () => void = () => {};
  /** The most records of a page, whatever is asked for. */
  page = 1000;
  /** What the header `Date` says. */
  dateOf: () => Date = () => new Date(this.now());
  /** What is left out of the count. */
  countLess = 0;
  /** How many rows a chain of pages has at most, where the vendor ends it. */
  mostRows = 40;
  /** When the tokens end that were given. */
  readonly #tokens = new Map<string, number>();
  /** What records were before their last change. */
  readonly #before = new Map<string, SourceRow | undefined>();
  readonly #server: http.Server;

  /** @param now The clock of the source, in milliseconds. */
  constructor(
    readonly kind: keyof typeof VENDORS,
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
    const keyField = resource === 'Property' ? 'ListingKey' : `${resource}Key`;
    const moment = new Date(this.now()).toISOString();
    const changed = { ModificationTimestamp: moment, [this.#vendor.changed]: moment };
    this.#before.set(key, table.get(key));
    table.set(key, { [keyField]: key, ...row, ...changed, ...this.#vendor.more });
  }

  get #vendor(): Vendor {
    return VENDORS[this.kind];
  }

  table(resource: string): Map<string, SourceRow> {
    const table = this.tables.get(resource) ?? new Map<string, SourceRow>();
    this.tables.set(resource, table);
    return table;
  }

  #answer(request: http.IncomingMessage, response: http.ServerResponse): void {
    const url = new URL(request.url ?? '', this.url);
    if (url.pathname.startsWith('/odata/media/')) {
      this.media(request, response);
      return;
    }
    const call: VendorRequest = {
      at: this.now(),
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      authorization: request.headers.authorization,
      prefer: request.headers.prefer as string | undefined,
    };
    this.calls.push(call);
    response.setHeader('date', this.dateOf().toUTCString());
    const fault = this.fault(call);
    if (fault !== undefined && fault !== 'cut') {
      response.writeHead(fault.status, fault.headers).end(fault.body ?? '');
      return;
    }
    if (request.method === 'POST') {
      this.#giveToken(response);
      return;
    }
    let text: string;
    try {
      if (request.headers['accept-encoding'] !== 'gzip') throw new Refusal('gzip is needed');
      if (this.#isExpired(call)) throw new Refusal('the token has expired', 401);
      const { next, ...page } = this.#page(call);
      const link = next === undefined ? undefined : this.relink(next);
      if (link !== undefined && this.#vendor.linksInHeader?.(call) === true) {
        response.setHeader('link', `<${link}>; rel="next"`);
        text = JSON.stringify(page);
      } else text = JSON.stringify({ ...page, '@odata.nextLink': link });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const body = JSON.stringify({ error: { message: error.message } });
      response.writeHead(error.status).end(body);
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

  #giveToken(response: http.ServerResponse): void {
    const token = `given-${this.#tokens.size}`;
    this.#tokens.set(token, this.now() + TOKEN_MS);
    response.end(JSON.stringify({ access_token: token, expires_in: TOKEN_MS / 1000 }));
  }

  #isExpired({ authorization = '' }: VendorRequest): boolean {
    if (this.#tokens.size === 0) return false;
    return (this.#tokens.get(authorization.replace('Bearer ', '')) ?? 0) < this.now();
  }

  /** The rows of a table as its vendor shows them now: a cache may show some as they were. */
  #rows(resource: string): (readonly [string, SourceRow])[] {
    const { lagMs = 0, changed } = this.#vendor;
    return [...this.table(resource)].flatMap(([key, row]) => {
      const isFresh = Date.parse(String(row[changed])) > this.now() - lagMs;
      const shown = isFresh && lagMs > 0 ? this.#before.get(key) : row;
      return shown === undefined ? [] : [[key, shown] as const];
    });
  }

  #withLink(row: SourceRow): SourceRow {
    const { Media, next } = this.#expanded(row, 0);
    const expanded = next && { Media, 'Media@odata.nextLink': this.relink(next) };
    return { ...this.present(row), ...expanded };
  }

  #expanded(row: SourceRow, from: number): { readonly Media: unknown; readonly next?: string } {
    const { Media, ListingKey } = this.present(row);
    if (!Array.isArray(Media)) return { Media };
    const to = from + this.mostExpanded;
    const next = `${this.url}Property('${ListingKey}')/Media/${to}`;
    return { Media: Media.slice(from, to), ...(to < Media.length && { next }) };
  }

  #page(call: VendorRequest): { readonly value: readonly SourceRow[]; readonly next?: string } {
    const { path, query, prefer } = call;
    const [, key = '', behind = ''] =
      /^\/odata\/Property\('(.*)'\)\/Media\/(\d+)$/.exec(path) ?? [];
    if (key !== '') {
      const { Media, next } = this.#expanded(this.table('Property').get(key) ?? {}, Number(behind));
      return { value: Media as SourceRow[], ...(next && { next }) };
    }
    const vendor = this.#vendor;
    const resource = path.replace('/odata/', '').replace('/replication', '');
    const filter = query.$filter ?? '';
    vendor.check?.(call, resource);
    if (vendor.linkMs !== undefined && query.at !== undefined) {
      if (this.now() - Number(query.at) > vendor.linkMs) throw new Refusal('the link is dead', 410);
    }
    const passed = Number(query.passed ?? 0);
    if (vendor.refusesMore?.(call) === true && passed >= this.mostRows)
      throw new Refusal('too many rows');
    const order = vendor.orderOf?.(call) ?? (query.$orderby === undefined ? this.order : 'key');
    const keyOf = ([key]: readonly [string, SourceRow]) => key;
    const placeOf = ([key, row]: readonly [string, SourceRow]) =>
      order === 'changed' ? `${row[vendor.changed]} ${key}` : key;
    const all = this.#rows(resource).filter(([, row]) => matches(row, filter));
    if (order !== 'none') all.sort((one, other) => (placeOf(one) < placeOf(other) ? -1 : 1));
    const after = query.$skiptoken;
    const from = after === undefined ? 0 : startOf(all, after, order === 'none', placeOf);
    const wanted = Number(query.$top ?? /maxpagesize=(\d+)/.exec(prefer ?? '')?.[1] ?? this.page);
    const rows = all.slice(from, from + Math.min(this.page, wanted));
    const last = rows.at(-1);
    const isLast = from + rows.length >= all.length && vendor.endsEmpty?.(call) !== true;
    const isCut = vendor.endsChain === true && passed + rows.length >= this.mostRows;
    const isEnd = last === undefined || isLast || isCut || !this.links;
    const next = new URL(`${this.url}${path.replace('/odata/', '')}`);
    for (const [name, value] of Object.entries(query)) next.searchParams.set(name, value);
    if (last !== undefined) {
      next.searchParams.set('$skiptoken', order === 'none' ? keyOf(last) : placeOf(last));
    }
    if (vendor.linkMs !== undefined) next.searchParams.set('at', String(this.now()));
    // Else a link that leads back would differ from the one before.
    if (vendor.endsChain === true || vendor.refusesMore !== undefined) {
      next.searchParams.set('passed', String(passed + rows.length));
    }
    const fields = query.$select?.split(',');
    return {
      value: this.arrange(rows.map(([, row]) => row)).map((row) =>
        fields === undefined
          ? this.#withLink(row)
          : Object.fromEntries(Object.entries(row).filter(([name]) => fields.includes(name))),
      ),
      ...(query.$count === 'true' && this.counts
        ? { '@odata.count': all.length - this.countLess }
        : {}),
      ...(isEnd ? {} : { next: next.href }),
    };
  }
}

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
        const [, name = '', list] = /^(\w+) in \((.*)\)$/.exec(condition) ?? [];
        if (list !== undefined) return list.split(',').includes(`'${row[name]}'`);
        const [, field = '', operator, text, flag, moment] = CONDITION.exec(condition) ?? [];
        if (operator === undefined) throw new Refusal(`${condition} is not understood`);
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
