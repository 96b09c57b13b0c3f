'use client';

import '@/styles/index.css';

/** When not even the head and the foot of a page can be made. */
export default function GlobalError({
  retry,
}: {
  readonly error: Error;
  readonly retry: () => void;
}) {
  return (
    <html lang="en">
      <body>
        <main className="page section prose">
          <title>Unavailable right now</title>
          <h1>This page is unavailable right now</h1>
          <p className="lead">The fault is ours. Please try again in a moment.</p>
          <button type="button" className="button" onClick={retry}>
            Try again
          </button>
        </main>
      </body>
    </html>
  );
}
