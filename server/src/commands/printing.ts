import { publicPrefix } from '../http/gate/api-key.js';
import { styled, terminalOf } from '../lib/terminal.js';
import { stripControls } from '../lib/text.js';
import type { ErrorReport, Report } from './command-error.js';
import type { World } from './world.js';

/** Prints a command's result, and nothing else, on standard output. */
export function printReport(world: World, report: Report, json: boolean): void {
  if (json) {
    world.stdout.write(`${JSON.stringify(report.json)}\n`);
    if (report.warning !== undefined) {
      const terminal = terminalOf(world.stderr, world.environment);
      world.stderr.write(`${styled(terminal, 'yellow', report.warning)}\n`);
    }
    return;
  }
  const terminal = terminalOf(world.stdout, world.environment);
  const parts =
    report.warning === undefined
      ? [report.text]
      : [report.text, '', styled(terminal, 'yellow', report.warning)];
  world.stdout.write(`${parts.join('\n')}\n`);
}

/** Prints why a command failed: always as text on standard error, with `--json` as JSON too. */
export function printError(world: World, failure: ErrorReport, json: boolean): void {
  const message = withoutSecrets(failure.message);
  const text = failure.advice === undefined ? message : `${message}\n${failure.advice}`;
  const name = styled(terminalOf(world.stderr, world.environment), 'red', 'portico:');
  world.stderr.write(`${name} ${text.split('\n').map(stripControls).join('\n')}\n`);
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
 * A message with API and partner keys cut to their public prefix and URLs without their passwords,
 * because an error message may quote a misplaced argument.
 */
export function withoutSecrets(text: string): string {
  return text
    .replace(/\b(?:pk|mp)_[A-Za-z0-9_-]{9,}/g, (key) => `${publicPrefix(key)}…`)
    .replace(/:\/\/[^\s'"]*@/g, '://***@');
}
