'use server';

import { cookies, headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { CODE, PENDING, rememberInAccount, TOKEN } from '@/lib/account-cookies';
import { report } from '@/lib/failure';
import {
  EMPTY_FORM,
  errorsOf,
  FORM_WORDS,
  type FormState,
  isEmail,
  passwordOf,
  textOf,
} from '@/lib/form';
import { idOf } from '@/lib/ids';
import { refusal } from '@/lib/limits';
import {
  refuseForeignForm,
  requireSession,
  setFavorite,
  signInPath,
  visitorAddress,
} from '@/lib/member';
import { ownPath } from '@/lib/own-path';
import { portico } from '@/lib/portico';
import { NO_EMAIL, refusedWith } from '@/lib/refused';
import { keepSearch } from '@/lib/saved-searches';
import { endSession, type Session, session, startSession } from '@/lib/session';

/** The codes of refusals: the address belongs to a member; email, password or code do not match. */
const TAKEN = '258';
const NO_MATCH = '259';

/** Registers a member, to whom Portico sends a code. */
export async function register(_before: FormState, form: FormData): Promise<FormState> {
  await refuseForeignForm();
  const typed = typedOf(form, ['firstname', 'lastname', 'email']);
  const { firstname = '', lastname = '', email = '' } = typed;
  const password = passwordOf(form);
  const errors = errorsOf({
    firstname: !firstname && FORM_WORDS.firstname,
    lastname: !lastname && FORM_WORDS.lastname,
    email: !isEmail(email) && FORM_WORDS.email,
    password: problemOf(password),
  });
  if (Object.keys(errors).length > 0) return { errors, typed };
  const refused = await refusal('registration', typed, email);
  if (refused !== undefined) return refused;
  const problem = await problemWith('A registration', () =>
    portico().members.register({ firstname, lastname, email, password }),
  );
  if (problem === TAKEN) {
    const taken = 'There is already an account with this address. Sign in, or use another address.';
    return { errors: { email: taken }, typed };
  }
  if (problem === NO_EMAIL) return { errors: { email: FORM_WORDS.emailRefused }, typed };
  if (problem !== undefined) return { errors, typed, message: TRY_AGAIN };
  await rememberInAccount(PENDING, email);
  // One of an earlier link is of another registration.
  await forget(CODE);
  redirect(withWay('/account/verify', form));
}

/** Confirms an address by the code from the email. The code alone signs nobody in: mail programs and forwarded emails know it, too. */
export async function verify(_before: FormState, form: FormData): Promise<FormState> {
  await refuseForeignForm();
  const typed = typedOf(form, ['email', 'code']);
  const { email = '', code = '' } = typed;
  const errors = errorsOf({
    email: !isEmail(email) && FORM_WORDS.email,
    code: !code && 'Please copy the code from the email.',
  });
  if (Object.keys(errors).length > 0) return { errors, typed };
  const refused = await refusal('code', typed, email);
  if (refused !== undefined) return refused;
  const problem = await problemWith('A confirmation', () =>
    portico().members.verify({ email, verifyCode: code }),
  );
  if (problem === NO_MATCH) {
    const other = 'This is not the code that we sent to this address.';
    return { errors: { code: other }, typed };
  }
  if (problem === NO_EMAIL) return { errors: { email: FORM_WORDS.emailRefused }, typed };
  if (problem !== undefined) return { errors, typed, message: TRY_AGAIN };
  await forget(CODE);
  redirect(withWay('/account/sign-in?confirmed=1', form));
}

/** Asks for a link to set a new password. What it says is the same for every address: who has an account is nobody's business. */
export async function askForPassword(_before: FormState, form: FormData): Promise<FormState> {
  return askForEmail(form, 'A forgotten password', (email) =>
    portico().members.forgotPassword(email),
  );
}

/** Asks for the email that confirms an address once more. */
export async function askForCode(_before: FormState, form: FormData): Promise<FormState> {
  return askForEmail(form, 'A code once more', (email) =>
    portico().members.resendConfirmation(email),
  );
}

async function askForEmail(
  form: FormData,
  what: string,
  ask: (email: string) => PromiseLike<unknown>,
): Promise<FormState> {
  await refuseForeignForm();
  const typed = typedOf(form, ['email']);
  const { email = '' } = typed;
  const errors = errorsOf({ email: !isEmail(email) && FORM_WORDS.email });
  if (Object.keys(errors).length > 0) return { errors, typed };
  const refused = await refusal('account-email', typed, email);
  if (refused !== undefined) return refused;
  const problem = await problemWith(what, () => ask(email));
  if (problem === NO_EMAIL) return { errors: { email: FORM_WORDS.emailRefused }, typed };
  if (problem !== undefined) return { errors, typed, message: TRY_AGAIN };
  await rememberInAccount(PENDING, email);
  const done = 'If there is an account with this address, an email is on its way to you.';
  return { errors, typed, done };
}

/** Sets a new password by the link that led here. */
export async function resetPassword(_before: FormState, form: FormData): Promise<FormState> {
  await refuseForeignForm();
  const password = passwordOf(form);
  const errors = errorsOf({ password: problemOf(password) });
  if (Object.keys(errors).length > 0) return { errors, typed: {} };
  const refused = await refusal('code', {});
  if (refused !== undefined) return refused;
  const token = (await cookies()).get(TOKEN)?.value ?? '';
  const problem = token
    ? await problemWith('A new password', () =>
        portico().members.resetPassword({ resetToken: token, password }),
      )
    : NO_MATCH;
  if (problem === NO_MATCH) return { ...EMPTY_FORM, message: DEAD_LINK };
  if (problem !== undefined) return { ...EMPTY_FORM, message: TRY_AGAIN };
  await forget(TOKEN);
  // The new password has ended the member's sessions, this one too.
  await endSession();
  redirect('/account/sign-in?changed=1');
}

/** Signs a member in, and leads to where they came from. */
export async function signIn(_before: FormState, form: FormData): Promise<FormState> {
  await refuseForeignForm();
  const typed = typedOf(form, ['email']);
  const { email = '' } = typed;
  const password = passwordOf(form);
  const errors = errorsOf({
    email: !isEmail(email) && FORM_WORDS.email,
    password: !password && 'Please enter your password.',
  });
  if (Object.keys(errors).length > 0) return { errors, typed };
  const refused = await refusal('sign-in', typed, email);
  if (refused !== undefined) return refused;
  const { members } = portico();
  const userIP = await visitorAddress();
  let member: Session & { readonly unconfirmed: boolean };
  try {
    const asked = { email, password, addVersion: true };
    const login = await members.login(asked, { userIP });
    member = { ...login, version: login.version };
  } catch (error) {
    // One answer for all that does not match: which of the two it was is nobody's business.
    const isMismatch = [NO_MATCH, NO_EMAIL].some((code) => refusedWith(error, code));
    if (!isMismatch) report('A sign-in', error);
    const message = isMismatch ? 'Email and password do not match an account.' : TRY_AGAIN;
    return { errors, typed, message };
  }
  if (member.unconfirmed) {
    await rememberInAccount(PENDING, email);
    redirect(withWay('/account/verify', form));
  }
  await startSession({ id: member.id, firstName: member.firstName, version: member.version });
  await forget(PENDING);
  const next = ownPath(textOf(form, 'next'));
  // The search that led here, or the home whose heart did. Signing in has succeeded in any case.
  if (isSearch(form)) redirect(await keepSearch(member, next));
  const listing = idOf(textOf(form, 'save'));
  if (listing !== undefined) await setFavorite(member, listing, true).catch(() => undefined);
  redirect(next);
}

export async function signOut(): Promise<void> {
  await refuseForeignForm();
  await endSession();
  redirect('/');
}

/** What a heart shows. */
export interface HeartState {
  readonly saved: boolean;
}

/** Saves a home, or no longer. Visitors without a session sign in first, which then saves it. */
export async function toggleFavorite(before: HeartState, form: FormData): Promise<HeartState> {
  await refuseForeignForm();
  const listing = idOf(textOf(form, 'listing'));
  if (listing === undefined) return before;
  const member = await session();
  if (member === undefined) redirect(`${signInPath(await pageOfForm())}&save=${listing}`);
  const saved = textOf(form, 'saved') === '1';
  try {
    await setFavorite(member, listing, saved);
    return { saved };
  } catch (error) {
    report('A favorite', error);
    return { saved: !saved };
  }
}

/** Changes name and phone of the member. */
export async function saveProfile(_before: FormState, form: FormData): Promise<FormState> {
  await refuseForeignForm();
  const { id, version } = await requireSession('/account/profile');
  const typed = typedOf(form, ['firstname', 'lastname', 'phone']);
  const { firstname = '', lastname = '', phone = '' } = typed;
  const errors = errorsOf({
    firstname: !firstname && FORM_WORDS.firstname,
    lastname: !lastname && FORM_WORDS.lastname,
  });
  if (Object.keys(errors).length > 0) return { errors, typed };
  const problem = await problemWith('A profile', () =>
    portico().members.update({ memberID: id, firstname, lastname, phone }),
  );
  if (problem !== undefined) return { errors, typed, message: TRY_AGAIN };
  await startSession({ id, firstName: firstname, version });
  return { errors, typed, done: 'Your profile was saved.' };
}

/** Changes the password of the member, who has to know the one before: a phone left on a table must not be enough. */
export async function changePassword(_before: FormState, form: FormData): Promise<FormState> {
  await refuseForeignForm();
  const { id, firstName } = await requireSession('/account/profile');
  const [current, password] = [passwordOf(form, 'current'), passwordOf(form)];
  const errors = errorsOf({
    current: !current && 'Please enter your current password.',
    password: problemOf(password),
  });
  if (Object.keys(errors).length > 0) return { errors, typed: {} };
  const refused = await refusal('sign-in', {}, `member ${id}`);
  if (refused !== undefined) return refused;
  const { members } = portico();
  let email = '';
  const problem = await problemWith('A password', async () => {
    email = (await members.get(id))?.email ?? '';
    await members.check({ email, password: current });
    await members.update({ memberID: id, password });
  });
  if (problem === NO_MATCH) return { errors: { current: 'This is not your password.' }, typed: {} };
  if (problem !== undefined) return { ...EMPTY_FORM, message: TRY_AGAIN };
  // The sessions of before end with the old password. This one goes on.
  try {
    const { version } = await members.check({ email, password, addVersion: true });
    await startSession({ id, firstName, version });
  } catch (error) {
    report('A session after a new password', error);
    await endSession();
    return { ...EMPTY_FORM, done: 'Your password was changed. Please sign in with the new one.' };
  }
  return { ...EMPTY_FORM, done: 'Your password was changed.' };
}

const DEAD_LINK = 'This link was already used, or has expired. Please ask for a new one.';
const TRY_AGAIN = 'That did not work. Please try again in a minute.';

/** What is wrong with a new password. Long is what counts; the upper end keeps a password from being a book. */
function problemOf(password: string): string | undefined {
  if (password.length < 10) return 'Please use at least 10 characters.';
  return password.length > 128 ? 'Please use at most 128 characters.' : undefined;
}

/** Does something at Portico. Answers the code of what was refused, `failed` for all else that went wrong, undefined if nothing did. */
async function problemWith(
  what: string,
  run: () => PromiseLike<unknown>,
): Promise<string | undefined> {
  try {
    await run();
    return undefined;
  } catch (error) {
    for (const code of [TAKEN, NO_MATCH, NO_EMAIL]) if (refusedWith(error, code)) return code;
    report(what, error);
    return 'failed';
  }
}

async function forget(name: string): Promise<void> {
  (await cookies()).delete({ name, path: '/account' });
}

/** A path that carries on where a visitor wanted to go: `next` and `save` of the form. */
function withWay(path: string, form: FormData): string {
  const way = new URLSearchParams();
  const next = textOf(form, 'next');
  const save = isSearch(form) ? 'search' : idOf(textOf(form, 'save'));
  if (next !== '') way.set('next', ownPath(next));
  if (save !== undefined) way.set('save', String(save));
  if (way.size === 0) return path;
  return `${path}${path.includes('?') ? '&' : '?'}${way}`;
}

/** The page on which a form stands, by the browser's word. */
async function pageOfForm(): Promise<string> {
  const referer = (await headers()).get('referer') ?? '';
  if (!URL.canParse(referer)) return '/account';
  const { pathname, search } = new URL(referer);
  return ownPath(`${pathname}${search}`);
}

/** Whether it was a search to save that led to the form. */
const isSearch = (form: FormData): boolean => textOf(form, 'save') === 'search';

function typedOf(form: FormData, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.map((name) => [name, textOf(form, name)]));
}
