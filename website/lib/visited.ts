import type { NextRequest, NextResponse } from 'next/server';
import { idOf } from './ids';
import { siteUrl } from './settings';

/** How many homes are compared at most: as many as fit next to each other. */
export const MOST_COMPARED = 4;
const MOST_SEEN = 12;
const MONTH_SECONDS = 30 * 24 * 3600;

/** Cookies that hold numbers of homes and nothing about anybody. Only the visitor's browser keeps them. */
export const COMPARED = 'compare';
export const SEEN = 'seen';

/** The homes that a cookie or an address names, each once. */
export function idsIn(text: string | undefined, most: number): number[] {
  const ids = (text ?? '').split(',').map(idOf);
  return [...new Set(ids.filter((id) => id !== undefined))].slice(0, most);
}

/** The homes that a visitor has looked at, the last one first. */
export const seenIn = (jar: Jar): number[] => idsIn(jar.get(SEEN)?.value, MOST_SEEN);

/** The homes that a visitor compares. */
export const comparedIn = (jar: Jar): number[] => idsIn(jar.get(COMPARED)?.value, MOST_COMPARED);

interface Jar {
  get(name: string): { readonly value: string } | undefined;
}

/**
 * The address of the homes to compare, where one asks to add some to those that the visitor compares. `add` are homes to add; `shown` are
 * those of a list whose boxes were shown: what is not ticked among them goes.
 */
export function comparisonPath({ nextUrl, cookies }: NextRequest): string | undefined {
  const { pathname, searchParams: query } = nextUrl;
  if (pathname !== '/compare' || !(query.has('add') || query.has('shown'))) return undefined;
  const shown = idsIn(query.get('shown') ?? '', 1000);
  const kept = comparedIn(cookies).filter((id) => !shown.includes(id));
  // The last ones that were added are what the visitor wants to see.
  const ids = [...new Set([...kept, ...idsIn(query.getAll('add').join(), 1000)])];
  return `/compare?id=${ids.slice(-MOST_COMPARED).join()}`;
}

/** Notes in the visitor's browser which home they look at, or which ones they compare. */
export function noteVisit(
  { nextUrl, cookies }: NextRequest,
  { cookies: noted }: NextResponse,
): void {
  const { pathname, searchParams } = nextUrl;
  const secure = siteUrl().protocol === 'https:';
  const options = { httpOnly: true, sameSite: 'lax', secure, path: '/' } as const;
  const home = idOf(/^\/listings\/(\d+)$/.exec(pathname)?.[1] ?? '');
  if (home !== undefined) {
    const seen = [home, ...seenIn(cookies)].join();
    noted.set(SEEN, idsIn(seen, MOST_SEEN).join(), { ...options, maxAge: MONTH_SECONDS });
  }
  if (pathname === '/compare' && searchParams.has('id'))
    noted.set(COMPARED, idsIn(searchParams.get('id') ?? '', MOST_COMPARED).join(), options);
}
