import 'server-only';
import { cookies } from 'next/headers';
import { siteUrl } from './settings';

/*
 * What the pages of the account remember for an hour: in cookies that scripts cannot read, as addresses and secrets do not belong
 * in URLs.
 */

/** Which address is to be confirmed, or to get a link. */
export const PENDING = 'confirming';
/** The code of a link that confirms it, and the token of one that sets a password. */
export const CODE = 'code';
export const TOKEN = 'reset';

/** Remembers something. For server actions and routes only, as pages cannot set cookies. */
export async function rememberInAccount(name: string, value: string): Promise<void> {
  (await cookies()).set(name, value, {
    httpOnly: true,
    sameSite: 'lax',
    secure: siteUrl().protocol === 'https:',
    path: '/account',
    maxAge: 3600,
  });
}

/** What was remembered; empty for nothing. */
export async function remembered(name: string): Promise<string> {
  return (await cookies()).get(name)?.value ?? '';
}
