import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <div className="page section prose">
      <h1>There is no such page</h1>
      <p className="lead">
        The address may be mistyped, or the page was removed. Similar homes may still be available.
      </p>
      <p>
        <a className="button" href="/search">
          Search homes
        </a>
      </p>
    </div>
  );
}
