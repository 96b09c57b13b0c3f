import 'server-only';
import { headers } from 'next/headers';
import { redirect, unstable_rethrow } from 'next/navigation';
import { connection } from 'next/server';
import { report } from './failure';
import { forThisVisitor } from './visitor';

/** Where what cannot be made leads to, by the way of the visitor who wanted it, and who may have to wait so many seconds. */
export const unavailablePath = (back: string, wait?: number): string =>
  `/unavailable?${new URLSearchParams({ back, ...(wait && { wait: String(wait) }) })}`;

/**
 * Wraps what makes a page: where it throws, the visitor is sent to `/unavailable`, which says so with the status 503. Next.js draws its
 * own page for errors in the browser alone: without JavaScript it is blank.
 */
export function orUnavailable<Input extends readonly unknown[], Result>(
  make: (...input: Input) => Promise<Result>,
): (...input: Input) => Promise<Result> {
  return async (...input) => {
    // Nothing is made at build time, when there is nobody to ask.
    await connection();
    try {
      return await forThisVisitor(() => make(...input));
    } catch (error) {
      // How Next.js itself leaves a page: for another, or because it is not there.
      unstable_rethrow(error);
      report('A page', error);
      redirect(unavailablePath((await headers()).get('x-path') ?? '/'));
    }
  };
}
