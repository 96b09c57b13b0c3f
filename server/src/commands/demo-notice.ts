import { relative } from 'node:path';
import type { Report } from './command-error.js';

/** The name of the tenant that `portico demo` and a first `npm start` make. */
export const DEMO_CLIENT = 'demo';

/** The place of a server, for the person who started it. */
export interface ServerPlace {
  readonly url: string;
  /** The URL of plain HTTP on this machine; undefined if there is none. */
  readonly httpUrl: string | undefined;
  /** The certificate that callers must trust; undefined for an operator's own certificate. */
  readonly certificateFile: string | undefined;
  /** The working folder, which shown paths are relative to. */
  readonly cwd: string;
}

/** The text of a first start: where the server is, the new key, and two calls to copy. */
export function firstStart(place: ServerPlace, tenant: string, apiKey: string): Report {
  const text = [
    ...listens(place),
    '',
    `client       ${tenant}, with generated data`,
    `apiKey       ${apiKey}`,
    ...toRead(place),
    '',
    'To try:',
    '',
    ...calls(place, apiKey),
    '',
    `The key is shown this once. \`npx portico key add ${tenant}\` makes another one.`,
  ];
  return { json: { ...urls(place), demo: { client: tenant, apiKey } }, text: text.join('\n') };
}

/** The text of a later start with `--demo`, which tells how to go on without the key of the first. */
export function laterDemoStart(place: ServerPlace, tenant: string | undefined): Report {
  const name = tenant ?? '<client>';
  const text = [
    ...listens(place),
    '',
    ...toRead(place),
    '',
    'Keys are shown once, when they are made. To make another and try it:',
    '',
    `  npx portico key add ${name}`,
    ...calls(place, '<the key>'),
  ];
  return { json: urls(place), text: text.join('\n') };
}

/** The text of a start without `--demo`. */
export function plainStart(place: ServerPlace): Report {
  return { json: urls(place), text: listens(place).join('\n') };
}

function urls({ url, httpUrl }: ServerPlace): { url: string; http?: string } {
  return { url, ...(httpUrl && { http: httpUrl }) };
}

function listens({ url, httpUrl }: ServerPlace): string[] {
  if (httpUrl === undefined) return [`Portico listens on ${url}`];
  return [`Portico listens on ${url}`, `and on this machine on ${httpUrl}, for development`];
}

/** Where the reference is, and what a program has to be told for HTTPS. */
function toRead({ url, httpUrl, certificateFile }: ServerPlace): string[] {
  const reference = `reference    ${httpUrl ?? url}/reference`;
  if (certificateFile === undefined) return [reference];
  return [
    reference,
    // The whole path, as the program that needs it is started in another folder.
    `certificate  ${certificateFile}`,
    '             For HTTPS, Node takes it as NODE_EXTRA_CA_CERTS, curl as --cacert.',
  ];
}

/** Lines for a shell, of at most 80 columns: the key has a line of its own. */
function calls(place: ServerPlace, key: string): string[] {
  const { url, httpUrl } = place;
  const curl = httpUrl === undefined ? `curl -s${trust(place)}` : 'curl -s';
  return [
    `  KEY='${key}'`,
    ...['properties?perPage=1', 'neighborhoods'].map(
      (path) => `  ${curl} -H "X-API-Key: $KEY" "${httpUrl ?? url}/${path}"`,
    ),
  ];
}

/** Over HTTPS, curl has to be told to trust the certificate that the server made for itself. */
function trust({ certificateFile, cwd }: ServerPlace): string {
  if (certificateFile === undefined) return '';
  const path = relative(cwd, certificateFile);
  return ` --cacert ${/^[\w./-]+$/.test(path) ? path : `"${path}"`}`;
}
