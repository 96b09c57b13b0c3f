/**
 * What the checks of the website and of the console have in common. Each has its own packages, so there are none here.
 */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/** What is used of a page of Playwright. */
interface AnyPage {
  evaluate<Result>(read: string | (() => Result | Promise<Result>)): Promise<Result>;
  screenshot(options: { readonly path: string; readonly fullPage: boolean }): Promise<unknown>;
}

interface Violation {
  readonly id: string;
  readonly nodes: readonly {
    readonly target: readonly unknown[];
    readonly failureSummary: string;
  }[];
}

/** What axe-core finds: all of WCAG 2.2 AA and its best practices. @param axe The script of axe-core. */
export async function violationsOf(page: AnyPage, axe: string): Promise<string[]> {
  await page.evaluate(axe);
  const violations = await page.evaluate(async () => {
    const { axe } = window as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } };
    return (await axe.run()).violations;
  });
  return violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ target, failureSummary }) => {
      const [, reason = ''] = failureSummary.split('\n');
      return `axe: ${id} at ${target.join(' ')}: ${reason.trim()}`;
    }),
  );
}

/** Whether a page is wider than its window, so that a phone scrolls it sideways. */
export async function overflowOf(page: AnyPage): Promise<string[]> {
  const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return over > 0 ? [`${over} pixels wider than the window`] : [];
}

const words = process.argv.slice(2).filter((input) => !input.startsWith('-'));

/** Whether a word of the command line names a part of the check. Without words, all parts are made. */
export const isWanted = (name: string): boolean =>
  words.length === 0 || words.some((word) => name.includes(word));

/** The value of `--name=VALUE` on the command line. */
export const option = (name: string): string | undefined =>
  process.argv.find((input) => input.startsWith(`--${name}=`))?.slice(name.length + 3);

/** Keeps a picture of a page where `--shots=FOLDER` is given. */
export async function keepPicture(page: AnyPage, ...about: readonly string[]): Promise<void> {
  const shots = option('shots');
  if (shots === undefined) return;
  mkdirSync(shots, { recursive: true });
  const name = about.join(' ').replace(/[^\w-]+/g, '-');
  await page.screenshot({ path: join(shots, `${name.slice(0, 80)}.png`), fullPage: true });
}

const counts = { passed: 0, failed: 0 };

/** Prints how a part of the check has ended. */
export function report(name: string, problems: readonly string[]): void {
  counts[problems.length === 0 ? 'passed' : 'failed']++;
  process.stdout.write(`${problems.length === 0 ? 'ok  ' : 'FAIL'} ${name}\n`);
  for (const problem of problems) process.stdout.write(`       ${problem}\n`);
}

/** Prints how many parts have passed. @returns The exit code of the check. */
export function sum(): number {
  process.stdout.write(`${counts.passed} passed, ${counts.failed} failed\n`);
  return counts.failed === 0 ? 0 : 1;
}
