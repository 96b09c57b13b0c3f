import { createRequire } from 'node:module';
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
  headers: async () => [
    {
      source: '/:path*',
      headers: Object.entries(SECURITY_HEADERS).map(([key, value]) => ({ key, value })),
    },
  ],
};

export default config;
