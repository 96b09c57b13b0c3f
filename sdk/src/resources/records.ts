import type { Answer } from '../answer.js';
import type { Api, CallOptions } from '../api.js';
import { NotFoundError } from '../errors.js';
import type { Schema } from '../types.js';

/** A record in the fields of an import: `portico import --fields listings` lists those of a kind. */
export type ImportRecord = Readonly<Record<string, unknown>>;

/**
 * The records themselves, for a back office: `/manage`. Needs a key with the scope `manage`, which no
 * website should have. These answers are not cached, because they have to show what was just written.
 */
export class Records {
  readonly #api: Api;

  constructor(api: Api) {
    this.#api = api;
  }

  /**
   * Stores records of a kind, such as `listings`: all valid ones, in one transaction. At most
   * 5,000 and 20 MB.
   *
   * @example
   * const { STORED, REJECTED } = await portico.records.put('offices', [{ id: 90, name: 'Harbor' }]);
   * console.log(STORED, REJECTED.map(({ line, field, reason }) => `${line} ${field}: ${reason}`));
   */
  put(
    kind: string,
    records: readonly ImportRecord[],
    options?: CallOptions,
  ): Answer<Schema<'StoredRecords'>> {
    return this.#api.call({ method: 'PUT', path: `/manage/${kind}`, body: records }, options);
  }

  /** All records of a kind. */
  list(kind: string, options?: CallOptions): Answer<ImportRecord[]> {
    return this.#api.call({ path: `/manage/${kind}`, lines: true, unkept: true }, options);
  }

  /** A record; undefined if there is none. */
  async get(kind: string, id: number, options?: CallOptions): Promise<ImportRecord | undefined> {
    const path = `/manage/${kind}/${id}` as const;
    return orUndefined(this.#api.call<ImportRecord>({ path, unkept: true }, options));
  }

  /** Removes a record, and what belongs to it. Returns whether there was one. */
  async remove(kind: string, id: number, options?: CallOptions): Promise<boolean> {
    const path = `/manage/${kind}/${id}` as const;
    return (await orUndefined(this.#api.call({ method: 'DELETE', path }, options))) !== undefined;
  }

  /**
   * Removes the record that a source knows by a key. Returns whether there was one.
   *
   * @example
   * const wasThere = await portico.records.removeByKey('listings', { key: 'L-1', source: 'crm' });
   */
  async removeByKey(
    kind: string,
    query: { readonly key: string; readonly source?: string },
    options?: CallOptions,
  ): Promise<boolean> {
    const path = `/manage/${kind}` as const;
    const removed = this.#api.call({ method: 'DELETE', path, query }, options);
    return (await orUndefined(removed)) !== undefined;
  }

  /** Stores a picture, and gives the names that records use for it. */
  addPicture(image: Blob, options?: CallOptions): Answer<Schema<'StoredPicture'>> {
    const body = new FormData();
    body.set('image', image);
    return this.#api.call({ method: 'POST', path: '/manage/media', body }, options);
  }
}

const NO_RECORD = /no record|no such record/i;

async function orUndefined<Data>(answer: Promise<Data>): Promise<Data | undefined> {
  try {
    return await answer;
  } catch (error) {
    // Another 404 is of the kind, or of another server.
    if (error instanceof NotFoundError && NO_RECORD.test(error.message)) return undefined;
    throw error;
  }
}
