import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/test-rig/free-port.js';
import { systemClock } from '../../src/lib/clock.js';
import { tlsIdentity } from '../../src/tls/tls.js';
import { ask, eventually } from '../rig/serving.js';

const CONFIGURATION = new URL('../../../deploy/nginx/portico.conf', import.meta.url);

/** The program, where there is one: it may lie where only root looks. */
export const NGINX = ['nginx', '/usr/sbin/nginx'].find(
  (program) => spawnSync(program, ['-v']).status === 0,
);

/** nginx with the configuration that is shipped, in a folder of its own. */
export interface RunningNginx {
  readonly url: string;
  /** What it has written by now, `access` or `error`. */
  log(kind: 'access' | 'error'): string;
  stop(): Promise<void>;
}

/**
 * Starts nginx in front of two servers. Of the shipped configuration only what names places is changed.
 *
 * @param addresses `host:port` of each server.
 */
export async function startNginx(
  folder: string,
  addresses: readonly string[],
): Promise<RunningNginx> {
  if (NGINX === undefined) throw new Error('There is no nginx.');
  mkdirSync(folder, { recursive: true });
  const tls = { dataFolder: folder, host: '127.0.0.1', baseUrl: undefined, tls: undefined };
  const { certificateFile } = await tlsIdentity(tls, systemClock);
  const port = await freePort();
  const places: readonly (readonly [string, string])[] = [
    ['    server 127.0.0.1:8443', `    server ${addresses[0]}`],
    ['    # server 127.0.0.1:8444', `    server ${addresses[1]}`],
    ['    listen 443 ssl;\n', `    listen 127.0.0.1:${port} ssl;\n`],
    ['    listen [::]:443 ssl;\n', ''],
    ['/etc/ssl/portico/fullchain.pem', certificateFile],
    ['/etc/ssl/portico/privkey.pem', join(folder, 'tls', 'key.pem')],
    ['/var/log/nginx/portico.access.log', join(folder, 'access.log')],
    ['/var/log/nginx/portico.error.log', join(folder, 'error.log')],
  ];
  let text = readFileSync(CONFIGURATION, 'utf8');
  for (const [shipped, here] of places) {
    if (text.split(shipped).length !== 2) throw new Error(`The configuration lacks ${shipped}`);
    text = text.replace(shipped, () => here);
  }
  writeFileSync(join(folder, 'portico.conf'), text);
  writeFileSync(join(folder, 'nginx.conf'), wrapper(folder));

  const options = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'main.log')];
  const check = spawnSync(NGINX, ['-t', ...options], { encoding: 'utf8' });
  if (check.status !== 0) throw new Error(`nginx refuses the configuration:\n${check.stderr}`);
  const child = spawn(NGINX, options, { stdio: 'ignore' });
  const url = `https://127.0.0.1:${port}`;
  // Health is hidden by nginx itself, so that this needs no server behind it.
  await eventually(() => ask(url, '/health/live').catch(() => undefined));
  return {
    url,
    log: (kind) => readFileSync(join(folder, `${kind}.log`), 'utf8'),
    stop: () => ended(child),
  };
}

function wrapper(folder: string): string {
  const user = process.getuid?.() === 0 ? 'user root;\n' : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  const paths = temporary.map((kind) => `  ${kind}_temp_path ${join(folder, kind)};`).join('\n');
  return `${user}daemon off;
worker_processes 2;
pid ${join(folder, 'nginx.pid')};
events {}
http {
${paths}
  include ${join(folder, 'portico.conf')};
}
`;
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGTERM');
  await once(child, 'exit');
}
