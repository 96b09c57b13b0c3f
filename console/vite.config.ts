import { defineConfig } from 'vite';

const running = process.env.PORTICO_CONSOLE_URL ?? 'http://localhost:8444';

export default defineConfig({
  // The server puts the nonce of each answer in its place.
  html: { cspNonce: '__CSP_NONCE__' },
  build: {
    target: 'es2022',
    // Small files as data: URLs would need an exception in the Content-Security-Policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
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
