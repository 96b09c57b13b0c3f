'use server';

import { redirect } from 'next/navigation';
import { report } from '@/lib/failure';
import { textOf } from '@/lib/form';
import { idOf } from '@/lib/ids';
import { refuseForeignForm, requireSession, signInPath } from '@/lib/member';
import { ownPath } from '@/lib/own-path';
import { portico } from '@/lib/portico';
import { FREQUENCIES, keepSearch } from '@/lib/saved-searches';
import { session } from '@/lib/session';

const LIST = '/account/searches';

/** Keeps the search of the page that a visitor looks at. Without a session they sign in first, which then keeps it. */
export async function saveSearch(form: FormData): Promise<never> {
  await refuseForeignForm();
  const path = ownPath(textOf(form, 'search'), '/search');
  const member = await session();
  if (member === undefined) redirect(`${signInPath(path)}&save=search`);
  redirect(await keepSearch(member, path));
}

/** Changes the name of a search, and what email tells of it. */
export async function changeSearch(form: FormData): Promise<never> {
  const { id, memberID } = await searchIn(form);
  const frequency = FREQUENCIES.find((one) => one === textOf(form, 'frequency'));
  const name = textOf(form, 'name');
  const body = { memberID, priceDrops: textOf(form, 'priceDrops') === '1' };
  const changes = { ...body, ...(name && { name }), ...(frequency && { frequency }) };
  const done = await succeeds(() => portico().members.changeSearch(id, changes));
  redirect(`${LIST}?${done ? 'changed' : 'failed'}=${id}#search-${id}`);
}

export async function removeSearch(form: FormData): Promise<never> {
  const { id, memberID } = await searchIn(form);
  const done = await succeeds(() => portico().members.removeSearch(id, memberID));
  redirect(`${LIST}?${done ? 'removed' : 'failed'}=${id}`);
}

/** The search that a form is about. Portico refuses that of another member. */
async function searchIn(form: FormData): Promise<{ id: number; memberID: number }> {
  await refuseForeignForm();
  const { id: memberID } = await requireSession(LIST);
  const id = idOf(textOf(form, 'id'));
  if (id === undefined) redirect(LIST);
  return { id, memberID };
}

async function succeeds(run: () => PromiseLike<unknown>): Promise<boolean> {
  try {
    await run();
    return true;
  } catch (error) {
    report('A saved search', error);
    return false;
  }
}
