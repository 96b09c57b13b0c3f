import type { Browser } from 'playwright-core';
import { keepPicture } from '../../website/check/browser-check';
import { type Device, type Visit, visit } from './browser';
import { type Person, signIn } from './people';
import type { ConsoleServer } from './server';

/** What a journey can use. */
export interface Stage {
  readonly browser: Browser;
  readonly server: ConsoleServer;
  readonly device: Device;
  /** A new browser, closed after the journey; what goes wrong in it fails the journey. */
  open(): Promise<Visit>;
  /** The same, with somebody signed in on the page of an address. */
  as(person: Person, address?: string): Promise<Visit>;
}

/** What somebody does, and what they must find. It throws where they do not. */
export interface Journey {
  readonly name: string;
  readonly run: (stage: Stage) => Promise<void>;
  /** The devices on which it is made; a desktop where this is left out. */
  readonly devices?: readonly Device[];
}

/** Throws with words where something is not as it has to be. */
export function must(condition: unknown, words: string): asserts condition {
  if (!condition) throw new Error(words);
}

/** The cookies of people who have signed in, by their email: signing in for each page would be most of the time. */
const cookies = new Map<string, BrowserState>();

/** Opens an address as somebody, who signs in where their last session is not good any more. */
export async function openAs({ page, context }: Visit, person: Person, address: string) {
  await context.addCookies(cookies.get(person.email) ?? []);
  await page.goto(address);
  await page.getByRole('heading').first().waitFor();
  const form = page.getByRole('heading', { name: 'Sign in to Portico' });
  if (await form.isVisible()) {
    await signIn(page, person);
    await form.waitFor({ state: 'hidden' });
  }
  cookies.set(person.email, await context.cookies());
}

type BrowserState = Awaited<ReturnType<Visit['context']['cookies']>>;

/** Makes a journey. @returns What went wrong. */
export async function make(
  journey: Journey,
  { browser, server, device }: Pick<Stage, 'browser' | 'server' | 'device'>,
): Promise<string[]> {
  const visits: Visit[] = [];
  const open = async () => {
    const opened = await visit(browser, server.url, device);
    visits.push(opened);
    return opened;
  };
  const as = async (person: Person, address = '/') => {
    const opened = await open();
    await openAs(opened, person, address);
    return opened;
  };
  const problems: string[] = [];
  try {
    await journey.run({ browser, server, device, open, as });
  } catch (error) {
    problems.push(error instanceof Error ? error.message : String(error));
  }
  for (const { context, page, problems: found } of visits) {
    problems.push(...found);
    if (problems.length > 0) await keepPicture(page, 'failed', journey.name, device);
    await context.close();
  }
  return problems;
}
