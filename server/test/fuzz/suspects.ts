import type { Finding } from './checks.js';
import { confirm, costOf, excess, isRefused } from './costs.js';
import type { Numbered } from './groups.js';
import type { Cost, Processor } from './processor.js';
import type { HostileRequest } from './request.js';
import type { Outcome } from './sender.js';

/** What looking at suspects needs. */
export interface Look {
  readonly processor: Processor;
  /** Sends requests, several at the same time. */
  readonly send: (
    requests: readonly Numbered[],
    seen: (one: Numbered, outcome: Outcome) => void,
  ) => Promise<void>;
  readonly sendAlone: (request: HostileRequest) => Promise<Outcome>;
  readonly found: (finding: Finding, by: Numbered) => void;
  /** Whether the run is over. */
  readonly isOver: () => boolean;
}

/** Whether requests cost more together than each of them may: otherwise none of them was over its bound. */
export function isSuspicious(requests: readonly Numbered[], cost: Cost): boolean {
  return requests.some(({ request }) => excess(request, cost) !== undefined);
}

/**
 * Finds which of some requests are over their bound: sends the halves of them again, the halves of a half that
 * is suspicious, and so on, until one is left, which {@link confirm} judges.
 *
 * @param refused The numbers of those that were refused for their rate when the cost was measured.
 */
export async function lookInto(
  suspects: readonly Numbered[],
  refused: ReadonlySet<number>,
  look: Look,
): Promise<void> {
  const [first, ...others] = suspects;
  if (first === undefined || look.isOver()) return;
  if (others.length === 0) {
    const finding = await confirm(first.request, look.processor, () =>
      look.sendAlone(first.request),
    );
    if (finding !== undefined) look.found(finding, first);
    return;
  }
  const middle = Math.ceil(suspects.length / 2);
  for (const half of [suspects.slice(0, middle), suspects.slice(middle)]) {
    // A refusal is cheap: it hides what the request cost when it was not refused.
    let isHidden = false;
    const cost = await costOf(look.processor, () =>
      look.send(half, ({ number }, outcome) => {
        isHidden ||= isRefused(outcome) && !refused.has(number);
      }),
    );
    if (isHidden || isSuspicious(half, cost)) await lookInto(half, refused, look);
  }
}
