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

/** A bucket of an S3 server, from PORTICO_MEDIA_URL. */
export interface S3Bucket {
  /** The start of its URLs: scheme, host and port, without a slash at the end. */
  readonly origin: string;
  readonly bucket: string;
  /** The start of its keys: empty, or folders with a slash at the end. */
  readonly prefix: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** What is wrong with a URL. The message follows "the URL …" and shows no secret. */
export class S3UrlProblem extends Error {}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const FOLDER = /^(?!\.{1,2}$)[A-Za-z0-9._-]+$/;
const REGION = /^[a-z0-9-]{1,40}$/;

/**
 * Parses the URL of a bucket.
 *
 * @param text `s3://accessKey:secretKey@host[:port]/bucket[/folder…][?region=…&tls=…]`. `region`
 *   defaults to us-east-1, which most servers other than Amazon's call themselves; `tls=false` uses
 *   plain HTTP, for a server on the same machine or network.
 * @throws S3UrlProblem
 */
export function parseS3Url(text: string): S3Bucket {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url?.protocol !== 's3:' || !/^s3:\/\//i.test(text)) throw new S3UrlProblem('');
  if (url.hostname === '') throw new S3UrlProblem('which names no host');
  if (`${url.pathname}${url.search}${url.hash}`.includes('@') || url.hash !== '') {
    throw new S3UrlProblem('where a / ? # or @ of the secret needs to be percent-encoded');
  }
  const accessKey = decoded(url.username);
  const secretKey = decoded(url.password);
  if (accessKey === '' || secretKey === '') {
    throw new S3UrlProblem('which lacks an access key or its secret');
  }
  const [bucket = '', ...folders] = url.pathname.split('/').filter((part) => part !== '');
  if (!BUCKET.test(bucket)) throw new S3UrlProblem('which names no bucket');
  if (!folders.every((folder) => FOLDER.test(folder))) {
    throw new S3UrlProblem('whose folder has characters other than letters, digits, . _ and -');
  }
  const { region, tls } = optionsOf(url.searchParams);
  return {
    origin: `${tls ? 'https' : 'http'}://${url.host}`,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region,
    accessKey,
    secretKey,
  };
}

function optionsOf(parameters: URLSearchParams): { region: string; tls: boolean } {
  let region = 'us-east-1';
  let tls = true;
  for (const [name, value] of parameters) {
    if (name === 'region' && REGION.test(value)) region = value;
    else if (name === 'tls' && (value === 'true' || value === 'false')) tls = value === 'true';
    else if (name === 'region') throw new S3UrlProblem('with a malformed region');
    else if (name === 'tls') throw new S3UrlProblem('whose tls is neither true nor false');
    else throw new S3UrlProblem('with an option other than region and tls');
  }
  return { region, tls };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw new S3UrlProblem('where a % of the secret needs to be percent-encoded');
  }
}
