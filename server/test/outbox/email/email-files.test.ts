import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { EmailFiles } from '../../../src/outbox/email/email-files.js';
import { temporaryFolder } from '../../rig/temp.js';

/* The thread that writes emails to files, and what becomes of emails when it ends. */

let folder: string;
let files: EmailFiles;
beforeEach(() => {
  folder = join(temporaryFolder(), 'outbox');
  files = new EmailFiles();
});
afterEach(() => files.close());

const letter = (text: string) => ({ from: 'a@example.com', to: 'b@example.com', text });

it('writes the emails of one turn together, each to its file', async () => {
  const names = Array.from({ length: 200 }, (_, number) => `${number}.eml`);
  const written = names.map((name) => files.write(join(folder, name), letter(`It is ${name}`)));
  expect(await Promise.all(written)).toEqual(names.map(() => undefined));
  expect(readdirSync(folder).sort()).toEqual([...names].sort());
  for (const name of names) {
    expect(readFileSync(join(folder, name), 'utf8')).toMatch(`\r\n\r\nIt is ${name}\r\n`);
  }
});

it('tells for each email why it is not there, and leaves nothing of it', async () => {
  mkdirSync(join(folder, 'taken.eml', 'in the way'), { recursive: true });
  const written = ['first', 'taken', 'third'].map((name) =>
    files.write(join(folder, `${name}.eml`), letter(name)),
  );
  const [first, taken, third] = await Promise.all(written);
  // What is wrong with the disk is wrong for all that come after, and nobody knows of those before.
  expect(taken).toEqual({ system: expect.stringMatching(/^E[A-Z]+$/) });
  expect([first, third]).toEqual([taken, taken]);
  expect(readdirSync(folder).filter((name) => !/^(first|taken)\.eml$/.test(name))).toEqual([]);
  rmSync(join(folder, 'taken.eml'), { recursive: true });
  expect(await files.write(join(folder, 'taken.eml'), letter('now'))).toBeUndefined();
});

it('writes again after it was closed while emails were under way', async () => {
  const file = join(folder, 'one.eml');
  const lost = files.write(file, letter('one'));
  // When it has been handed over.
  await Promise.resolve();
  files.close();
  await expect(lost).rejects.toThrow('The thread that writes emails was stopped.');
  expect(await files.write(file, letter('two'))).toBeUndefined();
  expect(readFileSync(file, 'utf8')).toContain('two');
});

it('fails what cannot be handed to the thread, and lives', async () => {
  const file = join(folder, 'one.eml');
  const odd = { ...letter('one'), headers: { odd: (() => 'a') as never } };
  await expect(files.write(file, odd)).rejects.toThrow(/could not be cloned/);
  expect(await files.write(file, letter('two'))).toBeUndefined();
});

it('fails what is under way when its folder is a file', async () => {
  writeFileSync(folder, 'in the way');
  expect(await files.write(join(folder, 'one.eml'), letter('one'))).toEqual({ system: 'ENOTDIR' });
});
