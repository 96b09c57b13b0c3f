import createCache from '@emotion/cache';
import { CacheProvider } from '@emotion/react';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { App } from './app';

// The Content-Security-Policy lets a page have only styles with the nonce of its answer.
const meta = document.querySelector<HTMLMetaElement>('meta[property=csp-nonce]');
const cache = createCache({ key: 'css', nonce: meta?.nonce ?? '' });

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no element for the app.');

// Only such a router knows that somebody is about to leave a page with changes.
const router = createBrowserRouter([{ path: '*', element: <App /> }]);

createRoot(root).render(
  <StrictMode>
    <CacheProvider value={cache}>
      <RouterProvider router={router} />
    </CacheProvider>
  </StrictMode>,
);
