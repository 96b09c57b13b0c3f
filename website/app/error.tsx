'use client';

/** When a page cannot be made: mostly as Portico is not reached. What went wrong is in the server's log. */
export default function ErrorPage({
  retry,
}: {
  readonly error: Error;
  readonly retry: () => void;
}) {
  return (
    <div className="page section prose">
      <h1>This page is unavailable right now</h1>
      <p className="lead">The fault is ours. Please try again in a moment.</p>
      <button type="button" className="button" onClick={retry}>
        Try again
      </button>
    </div>
  );
}
