import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import {
  DeliveryError,
  emailFileName,
  FileTransport,
  type OutgoingEmail,
} from '../../../src/outbox/email/transport.js';
import { NOON } from '../../rig/server.js';
import { temporaryFolder } from '../../rig/temp.js';

/* The thread that writes emails to files, and what becomes of emails when it ends. */

let folder: string;
let files: FileTransport;
beforeEach(() => {
  folder = join(temporaryFolder(), 'outbox');
  files = new FileTransport(folder, 'portico@example.com');
});
afterEach(() => files.close());

const letter = (name: string): OutgoingEmail => ({
  ...{ from_name: 'Acme', to_name: '', to_address: 'b@example.com', subject: name },
  ...{ reply_name: '', reply_address: '', text: `It is ${name}`, html: `<p>It is ${name}</p>` },
  ...{ message_id: `<${name}@example.com>`, created_at: NOON, calendar: '', unsubscribe: '' },
});
const fileOf = (name: string) => join(folder, emailFileName(letter(name)));
const write = (name: string, signal = new AbortController().signal) =>
  files.send(letter(name), signal);

it('writes emails that come together, each to its file', async () => {
  const names = Array.from({ length: 50 }, (_, number) => `n${number}`);
  await Promise.all(names.map((name) => write(name)));
  expect(readdirSync(folder)).toHaveLength(names.length);
  for (const name of names) {
    expect(readFileSync(fileOf(name), 'utf8')).toContain(`\r\n\r\nIt is ${name}\r\n`);
  }
});

it('tells why an email is not there, leaves nothing of it, and writes the others', async () => {
  mkdirSync(join(fileOf('taken'), 'in the way'), { recursive: true });
  const [first, taken, third] = await Promise.allSettled(
    ['first', 'taken', 'third'].map((name) => write(name)),
  );
  expect([first?.status, third?.status]).toEqual(['fulfilled', 'fulfilled']);
  expect(taken).toMatchObject({
    reason: new DeliveryError('unreachable', 'The email cannot be written to a file: EISDIR'),
  });
  expect(readdirSync(folder)).toHaveLength(3);
  rmSync(fileOf('taken'), { recursive: true });
  await write('taken');
  expect(readFileSync(fileOf('taken'), 'utf8')).toContain('It is taken');
});

it('writes again after it was stopped while an email was under way', async () => {
  const stop = new AbortController();
  const lost = write('one', stop.signal);
  stop.abort();
  await expect(lost).rejects.toMatchObject({
    failure: 'uncertain',
    message: 'The thread that writes emails was stopped.',
  });
  await write('one');
  expect(readFileSync(fileOf('one'), 'utf8')).toContain('It is one');
});

it('fails what cannot be handed to the thread, and lives', async () => {
  const odd = { ...letter('one'), text: (() => 'a') as never };
  await expect(files.send(odd, new AbortController().signal)).rejects.toThrow(
    /could not be cloned/,
  );
  await write('two');
});

it('fails what is under way when its folder is a file', async () => {
  writeFileSync(folder, 'in the way');
  await expect(write('one')).rejects.toThrow('The email cannot be written to a file: ENOTDIR');
});
