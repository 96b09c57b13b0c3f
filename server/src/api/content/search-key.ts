/**
 * What keywords compare with: text without its letter case, in any script. The way over capitals
 * makes one of spellings that only case sets apart, such as ß and SS or the two small sigmas; the
 * normal form makes one of the two ways to write an accent.
 */
export function searchKey(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}
