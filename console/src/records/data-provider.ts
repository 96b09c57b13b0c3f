import type { DataProvider, GetListParams, RaRecord } from 'react-admin';
import { type Answer, call, path, query } from '../api';
import { changesOf, type Kind, type Stored } from './kinds';

/** How far the server counts and pages. */
export const MOST_LISTED = 10_000;

type Raw = Readonly<Record<string, unknown>>;

/** The records of a brokerage for react-admin. The methods that the console has no use for are not there. */
export function recordsOf(client: string, kinds: readonly Kind[]): DataProvider {
  const kindOf = (name: string): Kind => {
    const kind = kinds.find((one) => one.name === name);
    if (kind === undefined) throw new Error(`This brokerage has no ${name}.`);
    return kind;
  };
  const at = (...parts: readonly (string | number)[]): string =>
    path('brokerages', client, ...parts);
  const stored = (kind: Kind, { body, etag }: Answer<Raw>): Stored => ({
    ...body,
    id: Number(body[kind.id]),
    _etag: etag,
  });
  const list = async (name: string, parameters: Raw) => {
    const kind = kindOf(name);
    const { body } = await call<{ records: readonly Raw[]; total: number; more?: boolean }>(
      'GET',
      at(name) + query(parameters),
    );
    const data = body.records.map((record) => ({ ...record, id: Number(record[kind.id]) }));
    return { data, total: body.total, meta: { more: body.more } };
  };
  const provider: Partial<DataProvider<string>> = {
    getList: async (name: string, params: GetListParams) => {
      const { pagination, sort, filter } = params;
      return (await list(name, {
        ...flat(filter),
        ...(pagination && { page: pagination.page, perPage: pagination.perPage }),
        ...(sort &&
          kindOf(name).sorts.includes(sort.field) && { sort: sort.field, order: sort.order }),
      })) as never;
    },
    getOne: async (name, { id }) => {
      return {
        data: stored(kindOf(name), await call<Raw>('GET', at(name, id as number))) as never,
      };
    },
    getMany: async (name, { ids }) => {
      const wanted = ids.filter((id) => Number(id) !== 0);
      if (wanted.length === 0) return { data: [] };
      const { data } = await list(name, { ids: wanted.join(','), perPage: 100 });
      return { data: data as never };
    },
    create: async (name, { data, meta }) => {
      const kind = kindOf(name);
      const input = changesOf(kind, {}, data);
      return { data: stored(kind, await call<Raw>('POST', at(name), input, meta)) as never };
    },
    update: async (name, { id, data, previousData }) => {
      const kind = kindOf(name);
      const input = { ...changesOf(kind, previousData, data), ...keepOf(previousData, data) };
      if (Object.keys(input).length === 0) return { data: previousData as never };
      const answer = await call<Raw>('PUT', at(name, id), input, ifMatch(previousData));
      return { data: stored(kind, answer) as never };
    },
    delete: async (name, { id, previousData }) => {
      await call('DELETE', at(name, id), undefined, ifMatch(previousData));
      return { data: previousData as never };
    },
  };
  return provider as DataProvider;
}

/** Without a tag, as behind a proxy that drops it, the server says that it is missing, and not that somebody was faster. */
const ifMatch = (record: Partial<RaRecord> | undefined) =>
  record?._etag ? { 'If-Match': String(record._etag) } : {};

/** The list of kept fields, where it has changed. */
function keepOf(before: Partial<RaRecord>, after: Partial<RaRecord>) {
  const { _keep: was = [] } = before;
  const { _keep: is = was } = after;
  return JSON.stringify(was) === JSON.stringify(is) ? {} : { _keep: is };
}

/** Filters as the server takes them: by name, each one value. Forms nest names with a dot, which no filter has. */
function flat(filter: Raw | undefined): Raw {
  return Object.fromEntries(
    Object.entries(filter ?? {}).filter(([, value]) => typeof value !== 'object'),
  );
}

/** Sends a picture. @returns How records name it. */
export async function sendPicture(client: string, file: File): Promise<string> {
  const { body } = await call<{ filename: string }>(
    'POST',
    path('brokerages', client, 'pictures'),
    file,
  );
  return body.filename;
}
