import { hash } from 'node:crypto';

/** The words of messages, which are the importer's, too: it knows nothing of the server. */
export {
  count,
  counted,
  didYouMean,
  firstNames,
  nearName,
  quoted,
  shorten,
  stripControls,
} from 'portico-importer/text.js';

/** The names of URL parameters with secret values. */
const SECRET_PARAMETER = /pass|secret|token|key|auth/i;

/** A URL with `***` for passwords. Of one that cannot be parsed with certainty, rather too much is masked. */
export function maskUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // An unescaped `/`, `?` or `#` in a password ends the host early and puts the rest of the password
  // into the path; the `@` behind it shows that.
  if (url === undefined || `${url.pathname}${url.search}${url.hash}`.includes('@')) {
    return text.replace(/^([a-z][a-z0-9+.-]*:\/\/)?.*@/is, '$1***@').replace(/[?#].*$/s, '?***');
  }
  const parameters = [...url.searchParams.keys()].filter((name) => SECRET_PARAMETER.test(name));
  if (url.password === '' && parameters.length === 0) return text;
  if (url.password !== '') url.password = '***';
  for (const name of parameters) url.searchParams.set(name, '***');
  return url.href;
}

/** A short name of a text: 162 bits of its hash. */
export function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 27);
}

/** Whether a header such as `If-None-Match` names this tag. Proxies that compress answers weaken tags, so that a weak one counts. */
export function namesTag(header: string, tag: string): boolean {
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
