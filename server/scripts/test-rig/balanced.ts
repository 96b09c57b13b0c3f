/**
 * Two servers and an nginx in front of them, for `npm test -- --balanced`: the calls of tests on
 * PostgreSQL then go to the two in turns.
 */
import type { SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Program } from './programs.js';
import { onFreePort, type Spawn } from './servers.js';

/** URLs: of the nginx, and of each server behind it. */
export interface Balanced {
  readonly balancer: string;
  readonly servers: readonly string[];
}

const SERVERS = 2;
const root = fileURLToPath(new URL('../..', import.meta.url));

/** @param folder An existing folder for all files. */
export async function startBalanced(
  spawn: Spawn,
  found: Program,
  folder: string,
): Promise<Balanced> {
  const home = join(folder, 'balanced');
  mkdirSync(home, { mode: 0o700 });
  const servers = await Promise.all(
    Array.from({ length: SERVERS }, (_, number) => startServer(spawn, home, number)),
  );
  const log = join(home, 'nginx.log');
  const configuration = join(home, 'nginx.conf');
  const port = await onFreePort('nginx', log, (candidate) => {
    writeFileSync(configuration, nginxConfiguration(home, candidate, servers));
    const stdio: SpawnOptions['stdio'] = ['ignore', openSync(log, 'a'), openSync(log, 'a')];
    const child = spawn(found.program, ['-p', home, '-e', log, '-c', configuration], {
      stdio,
      stopSignal: 'SIGTERM',
    });
    return { child, answers: () => answers(`http://127.0.0.1:${candidate}/`) };
  });
  return { balancer: `http://127.0.0.1:${port}`, servers };
}

async function startServer(spawn: Spawn, home: string, number: number): Promise<string> {
  const errors = openSync(join(home, `server-${number}.log`), 'a');
  const program = join(root, 'test', 'rig', 'balanced', 'process.ts');
  const child = spawn(process.execPath, ['--import', 'tsx', program], {
    cwd: root,
    stdio: ['ignore', 'pipe', errors],
    stopSignal: 'SIGTERM',
  });
  if (child.stdout === null) throw new Error('The server has no output.');
  const [line] = await Promise.race<string[]>([
    once(createInterface({ input: child.stdout }), 'line'),
    once(child, 'exit').then(() => {
      throw new Error(`a server of the tests did not start: see ${home}`);
    }),
  ]);
  return JSON.parse(line ?? '').url;
}

async function answers(url: string): Promise<boolean> {
  try {
    await fetch(url);
    return true;
  } catch {
    return false;
  }
}

/** Passes calls on unchanged, because the tests are about the servers' answers. */
function nginxConfiguration(home: string, port: number, servers: readonly string[]): string {
  // An nginx that root starts would run its workers under an account that may not read the folder.
  const account = process.getuid?.() === 0 ? 'user root;\n' : '';
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
  return `${account}daemon off;
worker_processes 1;
pid ${home}/nginx.pid;
error_log stderr;
events { worker_connections 512; }
http {
  access_log off;
${temporary.map((name) => `  ${name}_temp_path ${home}/${name};`).join('\n')}
  upstream portico {
${servers.map((url) => `    server ${new URL(url).host} max_fails=0;`).join('\n')}
    keepalive 32;
  }
  server {
    listen 127.0.0.1:${port};
    client_max_body_size 64m;
    ignore_invalid_headers off;
    merge_slashes off;
    large_client_header_buffers 4 64k;
    location / {
      proxy_pass http://portico;
      proxy_http_version 1.1;
      proxy_next_upstream off;
      proxy_set_header Connection "";
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for;
    }
  }
}
`;
}
