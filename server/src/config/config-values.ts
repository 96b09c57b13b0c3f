import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { resolve } from 'node:path';
import { parseS3Url, S3UrlProblem } from 'portico-media/s3-url.js';
import { parseRange } from '../lib/ip-address.js';
import { maskUrl } from '../lib/text.js';
import { type Reading, Unacceptable } from './config-reader.js';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;

export type LogLevel = (typeof LOG_LEVELS)[number];

/** Bytes of the key that seals signing secrets. */
export const SECRET_KEY_BYTES = 32;

const asIs = (text: string): string => text;

/** A folder, which is made if it does not exist. @param cwd The base of a relative path. */
export function folder(cwd: string): Reading<string> {
  return {
    accepts: 'the path of a folder, which is made where it is missing',
    quote: maskUrl,
    show: asIs,
    parse(text) {
      const path = resolve(cwd, text);
      if (!isFolderOrFree(path)) throw new Unacceptable('which is not a folder');
      return path;
    },
  };
}

function isFolderOrFree(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? true;
  } catch {
    return false;
  }
}

/** An address to listen on. */
export const host: Reading<string> = {
  accepts: 'an IP address or a host name, such as 127.0.0.1, ::1, 0.0.0.0 or localhost',
  quote: maskUrl,
  show: asIs,
  parse(text) {
    const label = '[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?';
    const isHostname =
      new RegExp(`^${label}(\\.${label})*$`, 'i').test(text) && !/^[\d.]+$/.test(text);
    if (isIP(text) === 0 && !isHostname) throw new Unacceptable('');
    return text;
  },
};

/** Kubernetes sets a variable of the same name for a Service of this name. */
const SERVICE_LINK =
  'which is what Kubernetes says about a Service of that name: set enableServiceLinks: false in the ' +
  'specification of the pod, or give the Service another name';

export const port: Reading<number> = {
  accepts: 'a whole number from 0 to 65535, where 0 takes a free port',
  quote: maskUrl,
  show: String,
  parse(text) {
    if (/^(tcp|udp|sctp):\/\//.test(text)) throw new Unacceptable(SERVICE_LINK);
    if (!/^\d{1,5}$/.test(text) || Number(text) > 65_535) throw new Unacceptable('');
    return Number(text);
  },
};

/** Where something listens. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** A host and a port in one. */
export const listenAddress: Reading<ListenAddress> = {
  accepts: 'an address and a port, such as 127.0.0.1:8444 or [::1]:8444',
  quote: maskUrl,
  show: ({ host, port }) => (host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`),
  parse(text) {
    const [, bracketed, plain, digits = ''] = /^(?:\[(.+)\]|([^:]+)):(\d+)$/.exec(text) ?? [];
    // A free port would be another one at each start, and links would lead nowhere.
    if ((bracketed ?? plain) === undefined || Number(digits) === 0) throw new Unacceptable('');
    return { host: host.parse(bracketed ?? plain ?? ''), port: port.parse(digits) };
  },
};

/** The origin of the console: HTTPS, or this machine. */
export const consoleUrl: Reading<string> = {
  accepts:
    'an https:// address without a path, such as https://console.example.com, or http://localhost:8444',
  quote: maskUrl,
  show: asIs,
  parse(text) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    const isHere = url?.protocol === 'http:' && /^localhost$/i.test(url.hostname);
    if (url === undefined || !(url.protocol === 'https:' || isHere)) throw new Unacceptable('');
    if (text.toLowerCase().replace(/\/$/, '') !== url.origin) throw new Unacceptable('');
    return url.origin;
  },
};

/** A style of MapLibre. A browser loads nothing from an address with a password in it. */
export const mapStyle: Reading<string> = {
  accepts: 'an http or https address, such as https://tiles.openfreemap.org/styles/positron',
  quote: maskUrl,
  show: asIs,
  parse(text) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url && /^https?:$/.test(url.protocol) && !url.username && !url.password) return url.href;
    throw new Unacceptable('');
  },
};

/** A port of this machine's loopback address that answers plain HTTP, or none. */
export const httpPort: Reading<number | 'off'> = {
  accepts: 'off, or a port of 127.0.0.1: a whole number from 0 to 65535, where 0 takes a free port',
  quote: maskUrl,
  show: String,
  parse: (text) => (text.toLowerCase() === 'off' ? 'off' : port.parse(text)),
};

/** A whole number within bounds, written without zeros in front. @param of What is counted, such as ` of days`. */
export function wholeNumber(least: number, most: number, of = ''): Reading<number> {
  return {
    accepts: `a whole number${of} from ${least} to ${most}`,
    quote: maskUrl,
    show: String,
    parse(text) {
      const number = /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0;
      if (number < least || number > most) throw new Unacceptable('');
      return number;
    },
  };
}

/** A PEM file. @param check Throws when the content is of another kind. */
function pemFile(cwd: string, accepts: string, check: (pem: string) => void): Reading<string> {
  return {
    accepts,
    quote: maskUrl,
    show: asIs,
    parse(text) {
      const path = resolve(cwd, text);
      let pem: string;
      try {
        pem = readFileSync(path, 'utf8');
      } catch (error) {
        const { code } = error as NodeJS.ErrnoException;
        throw new Unacceptable(
          `which cannot be read (${code === 'ENOENT' ? 'no such file' : code})`,
        );
      }
      try {
        check(pem);
      } catch {
        throw new Unacceptable('whose content is not that');
      }
      return path;
    },
  };
}

export function certificateFile(cwd: string): Reading<string> {
  return pemFile(cwd, 'the path of a PEM file with a certificate (and its chain)', (pem) => {
    new X509Certificate(pem);
  });
}

export function keyFile(cwd: string): Reading<string> {
  return pemFile(cwd, 'the path of a PEM file with a private key that has no passphrase', (pem) => {
    createPrivateKey(pem);
  });
}

function list<Value>(text: string, parse: (entry: string) => Value | undefined): readonly Value[] {
  const entries = text.split(',').map((entry) => entry.trim());
  return entries
    .filter((entry) => entry !== '')
    .map((entry) => {
      const value = parse(entry);
      if (value === undefined) throw new Unacceptable(`in which "${maskUrl(entry)}" is wrong`);
      return value;
    });
}

/** Networks, comma separated; the value has each as a CIDR range. */
export const networks: Reading<readonly string[]> = {
  accepts: 'IP addresses and CIDR ranges, comma separated, such as 10.0.0.0/8,::1',
  quote: maskUrl,
  show: (ranges) => ranges.join(','),
  parse: (text) =>
    list(text, (entry) => {
      const range = parseRange(entry);
      return range === undefined ? undefined : `${range[0]}/${range[1]}`;
    }),
};

/** Origins of web pages, comma separated; `*` reads as undefined: any origin. */
export const origins: Reading<readonly string[] | undefined> = {
  accepts:
    'origins such as https://www.example.com (no path), comma separated, or * for every origin',
  quote: maskUrl,
  show: (origins) => origins?.join(',') ?? '*',
  parse(text) {
    if (text === '*') return undefined;
    return list(text, (entry) => {
      const url = URL.canParse(entry) ? new URL(entry) : undefined;
      const web = url?.protocol === 'https:' || url?.protocol === 'http:';
      // Browsers copy an origin with a trailing slash; anything more is a page and not an origin.
      return web && entry.toLowerCase().replace(/\/$/, '') === url.origin ? url.origin : undefined;
    });
  },
};

/** The base of absolute URLs, without its trailing slash. */
export const baseUrl: Reading<string> = {
  accepts: 'an https:// URL without a query, such as https://api.example.com',
  quote: maskUrl,
  show: asIs,
  parse(text) {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    if (url?.protocol !== 'https:') throw new Unacceptable('');
    if (url.username !== '' || url.password !== '') {
      throw new Unacceptable('which holds a user name or password');
    }
    if (url.search !== '' || url.hash !== '') throw new Unacceptable('which holds a query');
    return `${url.origin}${url.pathname}`.replace(/\/+$/, '');
  },
};

/** The URL of a service, with one of the given schemes. */
export function serviceUrl(
  schemes: readonly string[],
  example: string,
  options: { readonly needsHost: boolean },
): Reading<string> {
  return {
    accepts: `a ${schemes.map((scheme) => `${scheme}://`).join(' or ')} URL, such as ${example}`,
    quote: maskUrl,
    show: maskUrl,
    parse(text) {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      if (url === undefined || !schemes.includes(url.protocol.slice(0, -1))) {
        throw new Unacceptable('');
      }
      if (!text.toLowerCase().startsWith(`${url.protocol}//`)) throw new Unacceptable('');
      if (options.needsHost && url.hostname === '') throw new Unacceptable('which names no host');
      if (`${url.pathname}${url.search}${url.hash}`.includes('@') || url.hash !== '') {
        throw new Unacceptable('where a / ? # or @ of the password needs to be percent-encoded');
      }
      return text;
    },
  };
}

export const bucketUrl: Reading<string> = {
  accepts:
    'an s3:// URL, such as s3://ACCESSKEY:SECRET@s3.eu-central-1.amazonaws.com/bucket?region=eu-central-1',
  quote: maskUrl,
  show: maskUrl,
  parse(text) {
    try {
      parseS3Url(text);
    } catch (error) {
      if (error instanceof S3UrlProblem) throw new Unacceptable(error.message);
      throw error;
    }
    return text;
  },
};

export const emailAddress: Reading<string> = {
  accepts: 'one email address, such as portico@example.com',
  // An email address has an @, like a URL with a password, and must be shown, because it is the
  // value in question.
  quote: (text) => (text.includes('://') ? maskUrl(text) : text),
  show: asIs,
  parse(text) {
    if (!/^[^\s@<>()[\]\\,;:"\p{Cc}]{1,64}@[a-z0-9]([a-z0-9.-]{0,251}[a-z0-9])?$/iu.test(text)) {
      throw new Unacceptable('');
    }
    return text;
  },
};

/** The key that seals secrets, in Base64. */
export const secretKey: Reading<Buffer> = {
  accepts: `${SECRET_KEY_BYTES} bytes in Base64, such as \`openssl rand -base64 32\` prints`,
  show: () => '(secret)',
  parse(text) {
    if (!/^[A-Za-z0-9+/_-]+={0,2}$/.test(text)) throw new Unacceptable('which is not Base64');
    const key = Buffer.from(text, 'base64');
    if (key.length !== SECRET_KEY_BYTES) throw new Unacceptable(`of ${key.length} bytes`);
    return key;
  },
};

/** What a server does with calls that it cannot answer in time. */
export const OVERLOAD_SETTINGS = ['refuse', 'accept'] as const;
export type OverloadSetting = (typeof OVERLOAD_SETTINGS)[number];

/** A word of a list, in any letter case. */
function word<Word extends string>(words: readonly Word[], accepts: string): Reading<Word> {
  return {
    accepts,
    quote: maskUrl,
    show: asIs,
    parse(text) {
      const found = words.find((value) => value === text.toLowerCase());
      if (found === undefined) throw new Unacceptable('');
      return found;
    },
  };
}

/** One of the settings, in any letter case. */
export const overload = word(OVERLOAD_SETTINGS, OVERLOAD_SETTINGS.join(' or '));

export const logLevel = word(LOG_LEVELS, `one of ${LOG_LEVELS.join(', ')}`);
