import { redirect } from 'next/navigation';
import type { NextRequest } from 'next/server';
import { CODE, PENDING, rememberInAccount, TOKEN } from '@/lib/account-cookies';

/** Longer than any address, code or token. */
const LONGEST = 254;

/**
 * Where links in emails lead. It takes their secrets out of the address, where histories and other sites would learn them, and
 * leads to a page with a button. It changes nothing else: mail programs open links before people do.
 */
export async function GET({ nextUrl: { searchParams } }: NextRequest): Promise<never> {
  const [token, email, code] = ['token', 'email', 'code'].map((name) =>
    (searchParams.get(name) ?? '').slice(0, LONGEST),
  );
  if (token) {
    await rememberInAccount(TOKEN, token);
    redirect('/account/new-password');
  }
  if (email) await rememberInAccount(PENDING, email);
  if (code) await rememberInAccount(CODE, code);
  redirect('/account/verify');
}
