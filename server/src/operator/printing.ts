import { publicPrefix } from '../gate/api-key.js';
import { stripControls } from '../lib/text.js';
import type { ErrorReport, Report } from './command-error.js';
import type { World } from './world.js';

/** Prints what a command answers, and nothing else on standard output. */
export function printReport(world: World, report: Report, json: boolean): void {
  if (json) {
    world.stdout.write(`${JSON.stringify(report.json)}\n`);
    if (report.warning !== undefined) world.stderr.write(`${report.warning}\n`);
    return;
  }
  const parts = report.warning === undefined ? [report.text] : [report.text, '', report.warning];
  world.stdout.write(`${parts.join('\n')}\n`);
}

/** Prints why a command failed: always as text on standard error, with `--json` as JSON besides. */
export function printError(world: World, failure: ErrorReport, json: boolean): void {
  const message = withoutSecrets(failure.message);
  const told = failure.advice === undefined ? message : `${message}\n${failure.advice}`;
  world.stderr.write(`portico: ${told.split('\n').map(stripControls).join('\n')}\n`);
  if (!json) return;
  const problems = failure.problems?.map(withoutSecrets);
  const error = {
    code: failure.code,
    message,
    ...(problems === undefined ? {} : { problems }),
    ...(failure.done === undefined ? {} : { done: failure.done }),
  };
  world.stdout.write(`${JSON.stringify({ error })}\n`);
}

/**
 * A message in which API and partner keys are cut to their public prefix and URLs have lost their passwords:
 * an argument that was misplaced is quoted by whoever refuses it.
 */
export function withoutSecrets(text: string): string {
  return text
    .replace(/\b(?:pk|mp)_[A-Za-z0-9_-]{9,}/g, (key) => `${publicPrefix(key)}…`)
    .replace(/:\/\/[^\s'"]*@/g, '://***@');
}
