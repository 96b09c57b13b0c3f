import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';
import { violationsOf } from './browser-check';

/** A page that is not there. */
export const NOWHERE = '/nothing';

/** The pages that are looked over, light and dark, on each device. */
export const PAGES = [
  '/',
  '/search?status=2',
  '/search?status=1&view=map',
  '/account/sign-in',
  '/account/register',
  '/account/forgot',
  '/account/send-again',
  '/account/verify',
  '/account/link?token=1.none',
  '/account/stop?token=none',
  '/agents',
  '/agents/1',
  '/teams/1',
  '/buildings',
  '/buildings/1',
  '/neighborhoods',
  '/neighborhoods/3',
  '/testimonials',
  '/blog',
  '/blog/14',
  '/press',
  '/compare?id=1,2,3',
  '/recent',
  '/contact?about=selling',
  NOWHERE,
];

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export const hasScript = (page: Page): Promise<boolean> =>
  page.evaluate(() => matchMedia('(scripting: enabled)').matches);

/** All words of a page, those of panels that are closed included. */
export function wordsOf(page: Page): Promise<string> {
  return page.locator('body').evaluate((body) => {
    const copy = body.cloneNode(true) as Element;
    for (const element of copy.querySelectorAll('script, style, template, noscript'))
      element.remove();
    // So that the texts of neighboring elements do not become one word.
    for (const element of copy.querySelectorAll('*')) element.append(' ');
    return copy.textContent ?? '';
  });
}

/** What axe-core finds, all of WCAG 2.2 AA and its best practices. Nothing without JavaScript: its timers stand still then. */
export async function accessibilityOf(page: Page): Promise<string[]> {
  if (!(await hasScript(page))) return [];
  return violationsOf(page, AXE);
}
