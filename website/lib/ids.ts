/** The number of a record in the address of its page; undefined for what no record has, which is then a page that is not there. */
export function idOf(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}
