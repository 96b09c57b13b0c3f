import { createHmac } from 'node:crypto';
import type { Page } from 'playwright-core';

/** Somebody who uses the console. */
export interface Person {
  readonly email: string;
  readonly name: string;
  readonly password: string;
}

const person = (name: string): Person => ({
  email: `${name.toLowerCase()}@example.com`,
  name,
  password: `quiet lighthouse ${name}`,
});

export const OWNER = person('Olive');
export const EDITOR = person('Edda');
export const VIEWER = person('Vera');
export const OPERATOR = person('Otto');
/** Sees the installation, and changes nothing. */
export const WATCHER = person('Ivy');

/** Opens a link of an invitation or of the first start, and makes the account. */
export async function accept(page: Page, link: string, { email, name, password }: Person) {
  await page.goto(link);
  const field = page.getByLabel('Email');
  if (await field.isEnabled()) await field.fill(email);
  await page.getByLabel('Your name').fill(name);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Make the account' }).click();
  await page.getByRole('heading', { name: 'Today at' }).waitFor();
}

export async function signIn(page: Page, { email, password }: Person, code?: string) {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  if (code === undefined) return;
  await page.getByLabel('Code').fill(code);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

export async function signOut(page: Page) {
  await page.getByRole('button', { name: /account menu/ }).click();
  await page.getByRole('menuitem', { name: 'Logout' }).click();
  await page.getByRole('heading', { name: 'Sign in to Portico' }).waitFor();
}

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app shows (RFC 6238). @param step 1 for the code of the next half minute. */
export function codeOf(secret: string, step = 0): string {
  const bits = [...secret.replace(/\s/g, '')]
    .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000) + step));
  const hash = createHmac('sha1', key).update(counter).digest();
  const at = (hash.at(-1) as number) & 15;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, '0');
}
