import { fileURLToPath } from 'node:url';
import type { NextConfig } from 'next';

/** Headers of every answer. The Content-Security-Policy has a nonce, so `proxy.ts` makes it. */
const SECURITY_HEADERS = {
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'strict-origin-when-cross-origin',
  'Permissions-Policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=()',
  'Cross-Origin-Opener-Policy': 'same-origin',
};

const config: NextConfig = {
  poweredByHeader: false,
  // The client is a folder of this repository. A copy that takes it from npm needs no `root`.
  turbopack: { root: fileURLToPath(new URL('..', import.meta.url)) },
  headers: async () => [
    {
      source: '/:path*',
      headers: Object.entries(SECURITY_HEADERS).map(([key, value]) => ({ key, value })),
    },
  ],
};

export default config;
