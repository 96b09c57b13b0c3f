import { safeHtml } from '@/lib/html';

/** A text that the brokerage has written as HTML. */
export function Html({ html }: { readonly html: string }) {
  // biome-ignore lint/security/noDangerouslySetInnerHtml: `safeHtml` leaves nothing that runs.
  return <div className="prose" dangerouslySetInnerHTML={{ __html: safeHtml(html) }} />;
}
