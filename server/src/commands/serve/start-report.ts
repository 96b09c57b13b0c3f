import { relative } from 'node:path';
import type { Config } from '../../config/config.js';
import type { MetricsServer } from '../../http/metrics/metrics-server.js';
import type { Services } from '../../services.js';
import { DEMO_CLIENT } from '../client/entry.js';
import type { World } from '../command.js';
import type { Report } from '../command-error.js';
import { listenFailure, type ServerPlace } from './instance.js';

export interface ServeOptions {
  /** Makes a tenant with generated data if there is no tenant. */
  readonly demo: boolean;
  readonly json: boolean;
  /** The number of workers; undefined: this process answers alone. */
  readonly workers: number | undefined;
}

/**
 * Returns the text to print when the server listens. With `demo`, makes the demo tenant first.
 *
 * @param stop Resolves at a request to stop: then nobody waits for the demo.
 */
export async function noticeOf(
  services: Services,
  place: ServerPlace,
  world: World,
  { demo }: Pick<ServeOptions, 'demo'>,
  stop: Promise<unknown>,
): Promise<Report> {
  const { url, httpUrl } = place;
  const urls = { url, ...(httpUrl && { http: httpUrl }) };
  if (!demo) return { json: urls, text: listens(place).join('\n') };
  const tenants = await services.directory.tenants();
  if (tenants.length > 0) {
    const isThere = tenants.some(({ name }) => name === DEMO_CLIENT);
    return { json: urls, text: laterDemoStart(place, isThere ? DEMO_CLIENT : '<client>') };
  }
  // Loaded here, because later starts do not need the code that paints pictures.
  const { DEMO_SEED, makeDemoTenant } = await import('../demo/tenant.js');
  const { tenant, key } = await makeDemoTenant(services, {
    seed: DEMO_SEED,
    random: world.random,
    say: (step) => world.stderr.write(`${step}\n`),
    stop,
  });
  const { apiKey } = key;
  const json = { ...urls, demo: { client: tenant, apiKey } };
  return { json, text: firstDemoStart(place, tenant, apiKey) };
}

/** Serves metrics on PORTICO_METRICS_PORT if it is set. */
export async function startMetrics(
  { metrics }: Pick<Config, 'metrics'>,
  text: () => Promise<string>,
): Promise<MetricsServer | undefined> {
  if (metrics === undefined) return undefined;
  const { serveMetrics } = await import('../../http/metrics/metrics-server.js');
  try {
    return await serveMetrics(metrics, text);
  } catch (error) {
    throw listenFailure(error, metrics.host, metrics.port, 'PORTICO_METRICS_');
  }
}

export function withMetrics(report: Report, metrics: MetricsServer | undefined): Report {
  if (metrics === undefined) return report;
  const { url } = metrics;
  return { json: { ...report.json, metrics: url }, text: `${report.text}\nFigures at ${url}` };
}

/** Adds to the report of a start where the console is and, while nobody has an account, the link that makes the first. */
export async function withConsole(report: Report, services: Services): Promise<Report> {
  const { config, directory } = services;
  if (config.console === undefined) return report;
  const { originOf } = await import('../../console/origin.js');
  const { isAppBuilt, isAppOld } = await import('../../console/app-folder.js');
  const url = originOf(config);
  const lines = [`Console at ${url}`];
  if (!isAppBuilt()) lines.push('It is not built here yet: `npm run console` builds it.');
  else if (isAppOld()) {
    lines.push('It has changed since it was built: `npm run console -- --build` builds it again.');
  }
  if (!(await directory.consoleAccounts.areMissing())) return withLines(report, lines, { url });
  const { makeLink } = await import('../../console/links.js');
  const made = await makeLink(services, url, { kind: 'first-owner' }).catch((error: unknown) => {
    // Websites are served all the same, be it that the disk is full.
    services.log.error(
      { err: error },
      'the link for the first account of the console was not stored',
    );
  });
  if (made === undefined) {
    lines.push('It has no account yet, and the link that makes the first could not be stored.');
    return withLines(report, lines, { url });
  }
  const { link } = made;
  lines.push(
    '',
    'It has no account yet. For 30 minutes this link makes the first one, and those of earlier starts do not:',
    '',
    `  ${link}`,
  );
  return withLines(report, lines, { url, link });
}

function withLines(report: Report, lines: readonly string[], console: object): Report {
  return { json: { ...report.json, console }, text: [report.text, '', ...lines].join('\n') };
}

/** Where the server is, the new key, and two calls to copy. */
function firstDemoStart(place: ServerPlace, tenant: string, apiKey: string): string {
  return [
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
  ].join('\n');
}

/** How to go on without the key of the first start. */
function laterDemoStart(place: ServerPlace, tenant: string): string {
  return [
    ...listens(place),
    '',
    ...toRead(place),
    '',
    'Keys are shown once, when they are made. To make another and try it:',
    '',
    `  npx portico key add ${tenant}`,
    ...calls(place, '<the key>'),
  ].join('\n');
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

/** Lines for a shell, of at most 80 columns, with the names that all samples use. */
function calls(place: ServerPlace, key: string): string[] {
  const { url, httpUrl } = place;
  const curl = httpUrl === undefined ? `curl -s${trust(place)}` : 'curl -s';
  return [
    `  SITE_API_KEY='${key}'`,
    `  SITE_API_URL='${httpUrl ?? url}'`,
    ...['properties?perPage=1', 'neighborhoods'].map(
      (path) => `  ${curl} -H "X-API-Key: $SITE_API_KEY" "$SITE_API_URL/${path}"`,
    ),
  ];
}

/** Over HTTPS, curl has to be told to trust the certificate that the server made for itself. */
function trust({ certificateFile, cwd }: ServerPlace): string {
  if (certificateFile === undefined) return '';
  const path = relative(cwd, certificateFile);
  return ` --cacert ${/^[\w./-]+$/.test(path) ? path : `"${path}"`}`;
}
