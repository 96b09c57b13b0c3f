import { hash } from 'node:crypto';

/** A short name of a text: 162 bits of its hash. */
export function shortHash(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 27);
}

/** Whether a header such as `If-None-Match` names this tag. Proxies that compress answers weaken tags, so that a weak one counts. */
export function isOneOf(header: string, tag: string): boolean {
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
