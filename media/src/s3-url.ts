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
