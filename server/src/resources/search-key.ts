/**
 * The form in which keywords and texts are compared: without letter case, in any script. Upper case
 * first makes equal what differs only by case, such as ß and SS or the two small sigmas. The normal
 * form makes equal the two ways to write an accent.
 */
export function searchKey(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}
