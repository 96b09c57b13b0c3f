import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { NextConfig } from 'next';

/** Headers of every answer. The Content-Security-Policy has a nonce, so `proxy.ts` makes it. */
const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

try {
  createRequire(import.meta.url).resolve('portico-sdk');
} catch {
  process.stderr.write(
    'The package portico-sdk is not there. It is not on npm: in a checkout of Portico, `npm run website` builds it, and ' +
      '`npm run website -- --eject <folder>` writes a website with the package in it.\n',
  );
  process.exit(1);
}

const config: NextConfig = {
  poweredByHeader: false,
  // The client is a folder of this repository. In a copy that `--eject` writes, it is in `node_modules`, and this is '.'.
  turbopack: { root: fileURLToPath(new URL('..', import.meta.url)) },
  compiler: {
    // Chromium compiles a function when it is first called, and the page waits for all of React and Next.js. With this hint
    // (https://v8.dev/blog/explicit-compile-hints) it compiles them on another thread, while they load.
    runAfterProductionCompile: async ({ distDir }) => {
      const manifest = readFileSync(join(distDir, 'build-manifest.json'), 'utf8');
      for (const name of JSON.parse(manifest).rootMainFiles) {
        const file = join(distDir, name);
        writeFileSync(file, `//# allFunctionsCalledOnLoad\n${readFileSync(file, 'utf8')}`);
      }
    },
  },
  headers: async () => [
    {
      source: '/:path*',
      headers: Object.entries(SECURITY_HEADERS).map(([key, value]) => ({ key, value })),
    },
    // Their addresses have a secret.
    {
      source: '/account/:page(link|stop)',
      headers: [{ key: 'Referrer-Policy', value: 'no-referrer' }],
    },
  ],
};

export default config;
