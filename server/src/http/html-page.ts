import { createHash } from 'node:crypto';
import { escapeHtml } from '../outbox/email/email.js';

/** What a page of the server is made of. It runs no script, and loads nothing from other servers. */
interface Page {
  readonly title: string;
  readonly style: string;
  /** HTML. */
  readonly main: string;
  /** More of the document's head in HTML. */
  readonly head?: string;
}

export function htmlPage({ title, style, main, head = '' }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)}</title>
${head}<style>${style}</style>
</head>
<body>
<main>
${main}
</main>
</body>
</html>
`;
}

/** The policy of such a page: where its forms lead, and where its pictures are from. */
export function pagePolicy(
  style: string,
  { forms, pictures }: { readonly forms: "'none'" | "'self'"; readonly pictures?: "'self'" },
): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    ...(pictures === undefined ? [] : [`img-src ${pictures}`]),
    "base-uri 'none'",
    `form-action ${forms}`,
    "frame-ancestors 'none'",
  ].join('; ');
}
