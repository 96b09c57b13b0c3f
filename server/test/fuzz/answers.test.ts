import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { NotAnAnswer, readAnswers, textOf } from './answers.js';

const head = (status: string, ...fields: string[]): string =>
  `HTTP/1.1 ${status}\r\n${fields.map((field) => `${field}\r\n`).join('')}\r\n`;

it('reads several answers of one connection, interim ones aside', () => {
  const text = [
    head('100 Continue'),
    `${head('200 OK', 'content-length: 2')}{}`,
    `${head('401 Unauthorized', 'Content-Length: 5')}"key"`,
    head('304 Not Modified', 'content-length: 9'),
    head('200 OK', 'content-length: 2000'),
  ].join('');
  const answers = readAnswers(text, ['GET', 'POST', 'GET', 'HEAD'], false);
  expect(answers.map(({ status, body, whole }) => [status, body, whole])).toEqual([
    [200, '{}', true],
    [401, '"key"', true],
    [304, '', true],
    [200, '', true],
  ]);
});

it('reads the body of an answer to HEAD where the request was not even understood', () => {
  const text = `${head('400 Bad Request', 'Content-Length: 3')}"x"`;
  expect(readAnswers(text, ['HEAD'], true)).toMatchObject([{ body: '"x"', whole: true }]);
});

it('reads chunks, and what ends with the connection', () => {
  const chunks = `${head('200 OK', 'transfer-encoding: chunked')}3\r\nabc\r\n1\r\n\r\r\n0\r\n\r\n`;
  expect(readAnswers(chunks, ['GET'], false)).toMatchObject([{ body: 'abc\r', whole: true }]);
  expect(readAnswers(chunks.slice(0, -5), ['GET'], false)).toMatchObject([{ whole: false }]);
  const open = `${head('200 OK')}abc`;
  expect(readAnswers(open, ['GET'], false)).toMatchObject([{ body: 'abc', whole: false }]);
  expect(readAnswers(open, ['GET'], true)).toMatchObject([{ body: 'abc', whole: true }]);
});

it('waits for the rest of a head and of a body', () => {
  expect(readAnswers('HTTP/1.', ['GET'], false)).toEqual([]);
  const part = `${head('200 OK', 'content-length: 9')}abc`;
  expect(readAnswers(part, ['GET'], true)).toMatchObject([{ body: 'abc', whole: false }]);
});

it('takes nothing else for an answer', () => {
  expect(() => readAnswers('SMTP ready\r\n', ['GET'], false)).toThrow(NotAnAnswer);
  expect(() => readAnswers('HTTP/1.1 abc\r\n\r\n', ['GET'], false)).toThrow(NotAnAnswer);
  const twice = `${head('200 OK', 'content-length: 1')}abc`;
  expect(() => readAnswers(twice, ['GET'], false)).toThrow(NotAnAnswer);
});

it('unpacks what is packed', () => {
  const body = gzipSync('text').toString('latin1');
  const text = `${head('200 OK', 'content-encoding: gzip', `content-length: ${body.length}`)}${body}`;
  const [answer] = readAnswers(text, ['GET'], false);
  expect(answer && textOf(answer)).toBe('text');
});
