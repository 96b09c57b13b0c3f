/** Counts what runs did, and keeps what must not be. */
export class Report {
  readonly violations: string[] = [];
  readonly #counts = new Map<string, number>();
  /** Names what happens now: the seed of the run and the number of its round. */
  where = '';

  count(name: string, more = 1): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + more);
  }

  counted(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  violation(words: string): void {
    this.violations.push(`${this.where}${words}`);
  }

  /** Notes a violation where the two differ, as JSON has them. */
  expect(what: string, found: unknown, wanted: unknown): void {
    const [one, other] = [JSON.stringify(found), JSON.stringify(wanted)];
    if (one === other) return;
    this.violation(`${what}: found ${shortened(one)}, wanted ${shortened(other)}`);
  }

  /** The counts by name, the same for the same work. */
  lines(): string[] {
    const counts = [...this.#counts].sort(([one], [other]) => (one < other ? -1 : 1));
    return counts.map(([name, count]) => `${count.toLocaleString('en-US').padStart(11)}  ${name}`);
  }
}

function shortened(text: string | undefined): string {
  if (text === undefined) return 'nothing';
  return text.length > 400 ? `${text.slice(0, 400)}…` : text;
}
