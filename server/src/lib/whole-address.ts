/** Escapes of JSON and of URLs: the `n` of a `\n` before an address is no letter of it. */
const ESCAPES = /\\(?:u[0-9a-f]{4}|.)|%[0-9a-f]{2}/gis;

/** `ann@x.com` is neither in `joann@x.com`, `jo.ann@x.com` nor in `ann@x.com.au`. */
const BEFORE = String.raw`(?<![\p{L}\p{N}][._%+'-]*)`;
const AFTER = String.raw`(?![\p{L}\p{N}]|[.-]+[\p{L}\p{N}])`;

/**
 * Whether a text names one of these email addresses, each as a whole.
 *
 * @param emails In lower case.
 */
export function namesAny(text: string, emails: readonly string[]): boolean {
  const plain = text.replace(ESCAPES, ' ').toLowerCase();
  return emails.some((email) => {
    if (!plain.includes(email)) return false;
    const literal = email.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&');
    return new RegExp(BEFORE + literal + AFTER, 'u').test(plain);
  });
}
