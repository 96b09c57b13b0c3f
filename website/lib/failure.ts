/** Notes a failure without its message, which may repeat what somebody typed. */
export function report(what: string, error: unknown): void {
  const { name, code = '' } = error as { name?: string; code?: string };
  process.stderr.write(`${what} failed: ${name} ${code}\n`);
}
