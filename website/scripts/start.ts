/**
 * `npm run website`: installs the website, starts Portico with its demo, builds and starts the website on it,
 * and opens it. Ctrl-C ends both. `npm run website -- --eject DIR` writes a copy that stands alone instead.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { eject } from './eject';
import { nameLinks, startDemoServer } from './portico-server';
import { type Service, WEBSITE } from './processes';
import { build, installWebsite, startWebsite } from './website';

const print = (line: string): boolean => process.stdout.write(`${line}\n`);
const services: Service[] = [];

const { eject: target } = parseArgs({ options: { eject: { type: 'string' } } }).values;

try {
  await Promise.race([interrupted(), target === undefined ? serve() : ejectTo(target)]);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
} finally {
  // The website first: it is asked until it has ended, and asks Portico until then.
  for (const service of services.reverse()) await service.stop();
  // What was interrupted at its start is not waited for.
  process.exit();
}

async function ejectTo(folder: string): Promise<void> {
  print(
    `A website that stands alone is in ${await eject(folder)}. Its README.md says how to start it.`,
  );
}

/** Starts all, and waits until one of them ends. */
async function serve(): Promise<void> {
  await installWebsite();
  await build();
  const portico = await startDemoServer(join(WEBSITE, '.data'));
  services.push(portico.service);
  const website = await startWebsite(portico.website);
  services.push(website.service);
  await nameLinks(portico, website.url);
  print(`\nThe website is at ${website.url}`);
  print(`and Portico, which it asks, at ${portico.website.SITE_API_URL}/reference`);
  print('Ctrl-C ends both. Their data stays in website/.data.');
  open(website.url);
  await Promise.race(services.map(({ ended }) => ended));
}

function interrupted(): Promise<unknown> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, resolve);
  });
}

/** Opens a browser where there is one; the address is on the screen in any case. */
function open(url: string): void {
  if (process.env.CI || !process.stdout.isTTY) return;
  const programs: Partial<Record<NodeJS.Platform, string>> = { darwin: 'open', win32: 'explorer' };
  const program = programs[process.platform] ?? 'xdg-open';
  const browser = spawn(program, [url], { stdio: 'ignore', detached: true });
  browser.on('error', () => undefined).unref();
}
