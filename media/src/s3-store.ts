import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { AwsClient } from 'aws4fetch';
import type { Clock } from 'portico/lib/clock.js';
import { contentTypeOf } from './picture.js';
import {
  BLOG,
  type ListedPicture,
  type PictureStore,
  picturePath,
  picturesPath,
  type Section,
  type StoredPicture,
} from './picture-store.js';
import type { S3Bucket } from './s3-url.js';

/**
 * The timeout of a call to the store, sending included; reading the answer's body may take longer.
 */
const TIMEOUT_MS = 20_000;

/** The number of retries of a call that the store could not answer at that moment. */
const RETRIES = 2;

/** The store failed to do its work. The message names no key. */
export class S3Failure extends Error {
  constructor(method: string, status: number | 'nothing') {
    super(`The picture store answered ${status} to ${method}.`);
    this.name = 'S3Failure';
  }
}

/** Stores pictures in a bucket: `[folder/]<client>/blog/<name>`. Every URL names the bucket. */
export class S3Store implements PictureStore {
  readonly #client: AwsClient;
  readonly #root: string;
  readonly #bucket: string;
  readonly #prefix: string;
  readonly #clock: Clock;
  readonly #section: Section;

  constructor(place: S3Bucket, clock: Clock, section = BLOG) {
    this.#section = section;
    this.#client = new AwsClient({
      accessKeyId: place.accessKey,
      secretAccessKey: place.secretKey,
      region: place.region,
      service: 's3',
      retries: RETRIES,
    });
    this.#bucket = `${place.origin}/${place.bucket}`;
    this.#prefix = place.prefix;
    this.#root = `${this.#bucket}/${place.prefix}`;
    this.#clock = clock;
  }

  async put(tenant: string, name: string, bytes: Buffer): Promise<void> {
    const answer = await this.#call('PUT', this.#url(tenant, name), {
      body: new Uint8Array(bytes),
      headers: {
        'content-type': contentTypeOf(name),
        // The signature covers the checksum, so that the store keeps exactly what was sent.
        'x-amz-content-sha256': createHash('sha256').update(bytes).digest('hex'),
      },
    });
    await answer.body?.cancel();
    if (!answer.ok) throw new S3Failure('PUT', answer.status);
  }

  async remove(tenant: string, name: string): Promise<void> {
    const answer = await this.#call('DELETE', this.#url(tenant, name), {});
    await answer.body?.cancel();
    if (!answer.ok && answer.status !== 404) throw new S3Failure('DELETE', answer.status);
  }

  async read(tenant: string, name: string): Promise<StoredPicture | undefined> {
    const answer = await this.#call('GET', this.#url(tenant, name), {});
    if (answer.ok && answer.body !== null) {
      const length = answer.headers.get('content-length');
      return {
        content: Readable.fromWeb(answer.body),
        length: length === null ? undefined : Number(length),
        storedAt: Date.parse(answer.headers.get('last-modified') ?? '') || undefined,
      };
    }
    await answer.body?.cancel();
    if (answer.status === 404) return undefined;
    throw new S3Failure('GET', answer.status);
  }

  async has(tenant: string, name: string): Promise<boolean> {
    const answer = await this.#call('HEAD', this.#url(tenant, name), {});
    await answer.body?.cancel();
    if (answer.ok || answer.status === 404) return answer.ok;
    throw new S3Failure('HEAD', answer.status);
  }

  /** A bucket notes no use, so the object is copied onto itself, which makes it as new. */
  async touch(tenant: string, name: string): Promise<void> {
    const url = this.#url(tenant, name);
    const answer = await this.#call('PUT', url, {
      headers: {
        'content-type': contentTypeOf(name),
        'x-amz-copy-source': new URL(url).pathname,
        'x-amz-metadata-directive': 'REPLACE',
      },
    });
    await answer.body?.cancel();
    if (!answer.ok && answer.status !== 404) throw new S3Failure('PUT', answer.status);
  }

  /** Lists in the order of keys, each page after the last key of the one before. */
  async *list(tenant: string): AsyncGenerator<ListedPicture> {
    const prefix = this.#prefix + picturesPath(tenant, this.#section);
    let after = '';
    for (;;) {
      const parameters = new URLSearchParams({ 'list-type': '2', prefix });
      if (after !== '') parameters.set('start-after', after);
      const answer = await this.#call('GET', `${this.#bucket}?${parameters}`, {});
      const page = await answer.text();
      if (!answer.ok) throw new S3Failure('GET', answer.status);
      const objects = [...page.matchAll(LISTED)];
      for (const [, key = '', at = '', size = ''] of objects) {
        const name = key.slice(prefix.length);
        if (key !== prefix + name || !this.#section.names.test(name)) continue;
        yield { name, storedAt: Date.parse(at), size: Number(size) };
      }
      const last = objects.at(-1)?.[1];
      if (last === undefined || !page.includes('<IsTruncated>true</IsTruncated>')) return;
      after = unescaped(last);
    }
  }

  #url(tenant: string, name: string): string {
    return this.#root + picturePath(tenant, name, this.#section);
  }

  async #call(method: string, url: string, init: RequestInit): Promise<Response> {
    const expiry = new AbortController();
    const timer = setTimeout(() => expiry.abort(new S3Failure(method, 'nothing')), TIMEOUT_MS);
    try {
      return await this.#client.fetch(url, {
        ...init,
        method,
        // A redirect would give our signature to another server.
        redirect: 'error',
        signal: expiry.signal,
        aws: { datetime: signatureTime(this.#clock.now()) },
      });
    } finally {
      clearTimeout(timer);
    }
  }
}

/** An object of a list: its key, when it was stored, and its size. Names of pictures need no XML reader. */
const LISTED =
  /<Contents>.*?<Key>([^<]*)<\/Key>.*?<LastModified>([^<]*)<\/LastModified>.*?<Size>(\d*)<\/Size>/gs;

/** A key as it is, which XML escapes. */
function unescaped(key: string): string {
  const characters = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" } as const;
  return key.replace(
    /&(amp|lt|gt|quot|apos);/g,
    (_, name: keyof typeof characters) => characters[name],
  );
}

/** A time such as `20261120T170000Z`, as signatures need it. */
function signatureTime(now: number): string {
  return new Date(now).toISOString().replace(/[:-]|\.\d{3}/g, '');
}
