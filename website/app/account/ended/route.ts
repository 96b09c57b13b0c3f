import { redirect } from 'next/navigation';
import { portico } from '@/lib/portico';
import { endSession, session } from '@/lib/session';

/**
 * Ends the session of a member who is no longer there. A page cannot clear a cookie, so it leads here. It looks for itself: else
 * any link to this address would sign people out.
 */
export async function GET(): Promise<never> {
  const member = await session();
  if (member === undefined) redirect('/account/sign-in');
  if (await portico().members.get(member.id)) redirect('/account');
  await endSession();
  redirect('/account/sign-in?ended=1');
}
