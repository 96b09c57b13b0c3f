import { type AddressInfo, createServer, type Socket } from 'node:net';
import { generate } from 'selfsigned';
import { afterEach, expect, it } from 'vitest';
import { SmtpTransport } from '../../../src/outbox/email/smtp.js';
import { DeliveryError, type OutgoingEmail } from '../../../src/outbox/email/transport.js';
import { NOON } from '../../rig/server.js';
import { MailServer } from './mail-server.js';

const LETTER: OutgoingEmail = {
  from_name: 'Acme Realty',
  to_name: 'Ann',
  to_address: 'ann@example.com',
  reply_name: '',
  reply_address: '',
  subject: 'New lead',
  text: 'Somebody has written.\n',
  html: '<p>Somebody has written.</p>\n',
  calendar: '',
  unsubscribe: '',
  message_id: '<0123456789abcdef0123456789abcdef@localhost>',
  created_at: NOON,
};

const open: { close(): void }[] = [];
afterEach(() => {
  for (const each of open.splice(0)) each.close();
});

/** A mail server whose answers are given, by the first word of what it is told. */
async function scripted(
  answer: (word: string, socket: Socket) => string,
): Promise<{ url: string; words: string[] }> {
  const words: string[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write(answer('', socket));
    let rest = '';
    socket.setEncoding('latin1').on('data', (text: string) => {
      const lines = (rest + text).split('\r\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        const [word = ''] = /^(MAIL FROM|RCPT TO|[A-Z]+$|EHLO|\.)/.exec(line) ?? [];
        if (word === '') continue;
        words.push(word);
        socket.write(answer(word, socket));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  open.push({
    close() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, words };
}

const WELL: Record<string, string> = {
  '': '220 mail\r\n',
  EHLO: '250 mail\r\n',
  'MAIL FROM': '250 ok\r\n',
  'RCPT TO': '250 ok\r\n',
  DATA: '354 go on\r\n',
  '.': '250 taken\r\n',
  RSET: '250 ok\r\n',
  QUIT: '221 bye\r\n',
};

/** What comes of an email at a server that answers like a good one but for this. */
async function outcome(
  odd: Record<string, string>,
  signal = new AbortController().signal,
): Promise<{ failure: string; message: string; words: string[] }> {
  const { url, words } = await scripted((word) => odd[word] ?? WELL[word] ?? '');
  const transport = new SmtpTransport({
    url,
    sender: 'portico@localhost',
    connections: 1,
    timeouts: { connect: 2000, greeting: 2000, silence: 2000, email: 10_000 },
  });
  try {
    await transport.send(LETTER, signal);
    return { failure: '', message: '', words };
  } catch (error) {
    if (!(error instanceof DeliveryError)) throw error;
    return { failure: error.failure, message: error.message, words };
  } finally {
    await transport.close();
  }
}

it.each([
  [{}, ''],
  [{ '': '421 too busy\r\n' }, 'unwelcome'],
  [{ '': '554 no service\r\n' }, 'unwelcome'],
  [{ '': 'HTTP/1.1 400 Bad Request\r\n' }, 'unreachable'],
  [{ 'MAIL FROM': '550 unknown sender\r\n' }, 'unwelcome'],
  [{ 'MAIL FROM': '451 too many emails\r\n' }, 'unwelcome'],
  [{ 'RCPT TO': '550 unknown\r\n' }, 'refused'],
  [{ 'RCPT TO': '450 greylisted\r\n' }, 'postponed'],
  [{ 'RCPT TO': '421 closing\r\n' }, 'unwelcome'],
  [{ DATA: '554 spam\r\n' }, 'refused'],
  [{ '.': '554 spam\r\n' }, 'refused'],
  [{ '.': '451 later\r\n' }, 'postponed'],
  [{ '.': '503 bad sequence\r\n' }, 'postponed'],
])('a server that answers %j makes the email %s', async (odd, failure) => {
  expect((await outcome(odd)).failure).toBe(failure);
});

it.each([
  ['', 'unreachable'],
  ['EHLO', 'unreachable'],
  ['MAIL FROM', 'unreachable'],
  ['RCPT TO', 'unreachable'],
  ['DATA', 'unreachable'],
  ['.', 'uncertain'],
])(
  'a server that hangs up at %j, or says nothing there, makes the email %s',
  async (at, failure) => {
    for (const hangsUp of [true, false]) {
      const { url } = await scripted((word, socket) => {
        if (word !== at) return WELL[word] ?? '';
        if (hangsUp) socket.destroy();
        return '';
      });
      const transport = new SmtpTransport({
        url,
        sender: 'portico@localhost',
        connections: 1,
        timeouts: { connect: 2000, greeting: 300, silence: 300, email: 10_000 },
      });
      const attempt = transport.send(LETTER, new AbortController().signal);
      await expect(attempt).rejects.toMatchObject({ failure });
      await transport.close();
    }
  },
);

it('an email that was taken is gone over the wire once', async () => {
  const { words } = await outcome({});
  expect(words.filter((word) => word === 'DATA')).toEqual(['DATA']);
});

it('a reason is one line, without the controls of a terminal, and of bounded length', async () => {
  const { message } = await outcome({
    'RCPT TO': `550-no \u001b[31m\r\n550 such user ${'x'.repeat(2000)}\r\n`,
  });
  expect(message).toMatch(/^Can't send mail - all recipients were rejected: 550.*x$/);
  expect(message).not.toMatch(/\p{Cc}/u);
  expect(message.length).toBeLessThanOrEqual(300);
});

it('a server without the TLS that was asked for is not trusted with an email', async () => {
  const pem = await generate([{ name: 'commonName', value: 'mail.example.com' }]);
  const plain = await new MailServer().open();
  const secure = await new MailServer({ secure: true, key: pem.private, cert: pem.cert }).open();
  open.push({ close: () => void plain.close() }, { close: () => void secure.close() });
  const attempt = async (url: string) => {
    const transport = new SmtpTransport({ url, sender: 'portico@localhost', connections: 1 });
    try {
      await transport.send(LETTER, new AbortController().signal);
      return 'sent';
    } catch (error) {
      return `${(error as DeliveryError).failure}: ${(error as DeliveryError).message}`;
    } finally {
      await transport.close();
    }
  };
  const smtps = (mail: MailServer) => mail.url().replace('smtp:', 'smtps:');
  const no = 'unwelcome: There is no safe connection (TLS) to the mail server';
  expect(await attempt(smtps(secure))).toBe(`${no}: self-signed certificate`);
  expect(await attempt(smtps(plain))).toMatch(`${no}: ERR_SSL_`);
  expect(await attempt(`${smtps(secure)}?tls.rejectUnauthorized=false`)).toBe('sent');
  expect(plain.arrived).toEqual([]);
  expect(secure.arrived).toHaveLength(1);
});

it('a server that never comes to its end is left', async () => {
  const drips: NodeJS.Timeout[] = [];
  const { url } = await scripted((word, socket) => {
    if (word !== '.') return WELL[word] ?? '';
    drips.push(setInterval(() => socket.write('250-a moment\r\n'), 20));
    return '';
  });
  open.push({ close: () => drips.forEach(clearInterval) });
  const transport = new SmtpTransport({
    url,
    sender: 'portico@localhost',
    connections: 1,
    timeouts: { connect: 2000, greeting: 2000, silence: 2000, email: 300 },
  });
  open.push({ close: () => void transport.close() });
  await expect(transport.send(LETTER, new AbortController().signal)).rejects.toMatchObject({
    failure: 'uncertain',
    message: 'The mail server took too long.',
  });
});
