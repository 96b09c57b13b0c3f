import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Counter } from './counter';

/** The devices on which journeys are made. */
export const DEVICES = {
  phone: { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
  desktop: { viewport: { width: 1280, height: 900 } },
} as const;
export type Device = keyof typeof DEVICES;

export interface Conditions {
  readonly device: Device;
  readonly script: boolean;
  readonly dark: boolean;
}

export function launch(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env.CHROMIUM || '/usr/bin/chromium',
    args: [
      // WebGL, for streets under maps, on machines without a graphics card.
      ...['--use-angle=swiftshader', '--enable-unsafe-swiftshader'],
      // The sandbox of Chromium refuses to run as root, as it is in containers.
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    ],
  });
}

/** A page that notes what no page of the site may do: errors, and requests to anybody else. */
export async function openPage(
  browser: Browser,
  { device, script, dark }: Conditions,
  own: readonly string[],
  calls: Counter,
  pictures: readonly string[] = [],
): Promise<{ context: BrowserContext; page: Page; problems: string[] }> {
  const context = await browser.newContext({
    ...DEVICES[device],
    javaScriptEnabled: script,
    colorScheme: dark ? 'dark' : 'light',
    // Each visitor comes from an address of their own, as the proxy in front of a site says it.
    extraHTTPHeaders: { 'x-forwarded-for': anAddress() },
    // Which Portico is not to be sent.
    proxy: {
      server: calls.url,
      bypass: own
        .filter((origin) => origin !== calls.target)
        .map((origin) => new URL(origin).host)
        .join(),
    },
  });
  const page = await context.newPage();
  const problems: string[] = [];
  // Nobody is asked for pictures of sample data: a grey one stands for them.
  if (pictures.length > 0)
    await context.route(
      ({ origin }) => pictures.includes(origin),
      (route) => route.fulfill({ contentType: 'image/svg+xml', body: GREY }),
    );
  page.on('pageerror', (error) => problems.push(`error on the page: ${error.message}`));
  page.on('console', (message) => {
    // What a page that is not there says of itself is no fault.
    const expected = message.text().includes('404 (Not Found)');
    if (message.type() === 'error' && !expected) problems.push(`console: ${message.text()}`);
  });
  page.on('requestfailed', (request) => {
    const { errorText = '' } = request.failure() ?? {};
    // What a visitor who goes on does not wait for is aborted.
    if (request.resourceType() === 'image' && errorText !== 'net::ERR_ABORTED')
      problems.push(`picture: ${errorText} ${request.url()}`);
  });
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (protocol !== 'data:' && !own.includes(origin)) problems.push(`foreign: ${request.url()}`);
  });
  return { context, page, problems };
}

const GREY =
  '<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="800"><path fill="#8a8a8a" d="M0 0h1200v800H0z"/></svg>';

/** An address of the block for documentation and tests, of which there are enough for each visitor. */
function anAddress(): string {
  const groups = crypto.getRandomValues(new Uint16Array(2));
  return `2001:db8:${[...groups].map((group) => group.toString(16)).join(':')}::1`;
}
