'use server';

import { cookies } from 'next/headers';
import { redirect } from 'next/navigation';
import { refuseForeignForm } from '@/lib/member';
import { SEEN } from '@/lib/visited';

/** Forgets the homes that the visitor has looked at: only their browser knows them. */
export async function forget(): Promise<never> {
  await refuseForeignForm();
  (await cookies()).delete(SEEN);
  redirect('/recent');
}
