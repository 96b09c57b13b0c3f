import { readFileSync } from 'node:fs';
import { textOf } from './answers.js';
import { checkOutcome } from './checks.js';
import { costOf, excess } from './costs.js';
import type { Installation } from './installation.js';
import type { Server } from './program.js';
import { type Failure, type Report, say } from './report.js';
import { send } from './sender.js';

/** The code that runs first is slow: what counts is what a request costs later on. */
const TIMES = 5;

/** Sends the request of a failure again, alone, and prints what becomes of it. */
export async function replay(
  file: string,
  server: Server,
  { credentials, secrets }: Installation,
  report: Report,
): Promise<void> {
  const { request, number, kind, detail } = JSON.parse(readFileSync(file, 'utf8')) as Failure;
  say(`Request ${number}, ${request.shape}. ${kind}: ${detail}`);
  say(shown(request.steps.map(({ bytes }) => bytes).join('')));
  let over = 0;
  for (let time = 1; time <= TIMES; time += 1) {
    const cost = await costOf(server.processor, async () => {
      const outcome = await send(request, server.port, credentials);
      for (const answer of outcome.answers) say(`  ${answer.status} ${shown(textOf(answer))}`);
      if (time > 1) return;
      for (const finding of checkOutcome(request, outcome, secrets)) report.found(finding);
    });
    say(`  ${cost.front.toFixed(1)} ms of processor time, ${cost.back.toFixed(1)} ms of hashing`);
    const finding = excess(request, cost);
    if (finding !== undefined && ++over === TIMES) report.found(finding);
  }
}

function shown(bytes: string): string {
  const cut = bytes.length > 500 ? `${bytes.slice(0, 500)}… (${bytes.length} bytes)` : bytes;
  return JSON.stringify(cut);
}
