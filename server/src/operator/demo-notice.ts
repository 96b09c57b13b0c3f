import { relative } from 'node:path';
import type { Report } from './command-error.js';

/** The name of the client that `portico demo` and a first `npm start` make. */
export const DEMO_CLIENT = 'demo';

/** The place of a server, for the person who started it. */
export interface ServerPlace {
  readonly url: string;
  /** The certificate that callers must trust; undefined for an operator's own certificate. */
  readonly certificateFile: string | undefined;
  /** The working folder, which shown paths are relative to. */
  readonly cwd: string;
}

/** The text of a first start: the server's URL, the new key, and two calls to copy. */
export function firstStart(place: ServerPlace, client: string, apiKey: string): Report {
  const text = [
    `Portico listens on ${place.url}`,
    '',
    `client    ${client}, with generated data`,
    `apiKey    ${apiKey}`,
    '',
    'Two lines to try:',
    '',
    `  ${curl(place)} "${place.url}/properties?apiKey=${apiKey}&perPage=10"`,
    `  ${curl(place)} "${place.url}/neighborhoods?apiKey=${apiKey}"`,
    '',
    `The key is shown this once. \`npx portico key add ${client}\` makes another one.`,
  ].join('\n');
  return { json: { url: place.url, demo: { client, apiKey } }, text };
}

/** The text of a later start, with or without the demo client. */
export function laterStart({ url }: ServerPlace, demoClient: string | undefined): Report {
  const listens = `Portico listens on ${url}`;
  const text =
    demoClient === undefined
      ? listens
      : `${listens}\nFor a new key of the demo client: npx portico key add ${demoClient}`;
  return { json: { url }, text };
}

function curl({ certificateFile, cwd }: ServerPlace): string {
  if (certificateFile === undefined) return 'curl';
  const path = relative(cwd, certificateFile);
  return /^[\w./-]+$/.test(path) ? `curl --cacert ${path}` : `curl --cacert "${path}"`;
}
