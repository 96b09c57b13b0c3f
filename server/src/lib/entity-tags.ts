/** Whether a header such as `If-None-Match` names this tag. Proxies that compress answers weaken tags, so that a weak one counts. */
export function isOneOf(header: string, tag: string): boolean {
  return header.split(',').some((candidate) => candidate.trim().replace(/^W\//, '') === tag);
}
