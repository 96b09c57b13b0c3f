/** `ok, listings: 12 read, 3 written`, without what is none. */
export function countWords(counts: Readonly<Record<string, unknown>>): string {
  const words = Object.entries(counts).map(([name, value]) => {
    if (typeof value === 'string') return value;
    if (typeof value !== 'object' || value === null) return value ? `${value} ${name}` : '';
    const inner = countWords(value as Readonly<Record<string, unknown>>);
    return inner && `${name}: ${inner}`;
  });
  return words.filter(Boolean).join(', ');
}
