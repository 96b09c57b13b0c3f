import type { Metadata } from 'next';

export const metadata: Metadata = { title: 'Not found' };

export default function NotFound() {
  return (
    <div className="page section prose">
      <h1>There is no such page</h1>
      <p className="lead">
        A home that is sold or let leaves the site, and its address with it. Much like it may still
        be there.
      </p>
      <p>
        <a className="button" href="/search">
          Search homes
        </a>
      </p>
    </div>
  );
}
