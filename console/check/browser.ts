import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import { violationsOf } from '../../website/check/browser-check';

/** The devices on which the console is looked at. */
export const DEVICES = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 800 } },
} as const;
export type Device = keyof typeof DEVICES;

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    // The sandbox of Chromium refuses to run as root, as it is in containers.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });
}

/** Somebody at a browser, and what went wrong on their pages: errors, and requests to anybody else. */
export interface Visit {
  readonly context: BrowserContext;
  readonly page: Page;
  readonly problems: string[];
}

export async function visit(
  browser: Browser,
  url: string,
  device: Device = 'desktop',
  dark = false,
): Promise<Visit> {
  const context = await browser.newContext({
    ...DEVICES[device],
    baseURL: url,
    colorScheme: dark ? 'dark' : 'light',
    timezoneId: 'Asia/Tokyo',
    acceptDownloads: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`error on the page: ${error.message}`));
  page.on('console', (message) => {
    // The browser itself says of each refusal that it was one; the page says it in words.
    const isRefusal = /Failed to load resource: .* 4\d\d/.test(message.text());
    if (message.type() === 'error' && !isRefusal) problems.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    const isOwn = origin === new URL(url).origin || ['data:', 'blob:'].includes(protocol);
    if (!isOwn) problems.push(`foreign: ${request.url()}`);
  });
  return { context, page, problems };
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What axe-core finds. */
export const accessibilityOf = (page: Page): Promise<string[]> => violationsOf(page, AXE);
