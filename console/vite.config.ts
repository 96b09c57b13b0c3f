import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';

const running = process.env.PORTICO_CONSOLE_URL ?? 'http://localhost:8444';

/** Compresses files once and well, and not for each browser. */
const compressed: Plugin = {
  name: 'compressed',
  writeBundle({ dir = '' }, bundle) {
    for (const [name, file] of Object.entries(bundle)) {
      const content = file.type === 'chunk' ? file.code : file.source;
      // The page is made for each answer, with its nonce.
      if (name === 'index.html' || content.length < 1024) continue;
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content));
      writeFileSync(join(dir, `${name}.gz`), gzipSync(content));
    }
  },
};

export default defineConfig({
  plugins: [compressed],
  // The server puts the nonce of each answer in its place.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    // Small files as data: URLs would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // Each copy of the packages that are bundled has to come with their licences.
    license: { fileName: 'licenses.md' },
    chunkSizeWarningLimit: 2000,
    rolldownOptions: {
      onwarn(warning, warn) {
        // Marks for servers that render React; there is none here.
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
  server: {
    // `npm run dev` answers the app, and a console that runs already its data.
    proxy: {
      '/api': running,
      '/media': running,
    },
  },
});
