import { describe, expect, test } from 'vitest';
import { logLineText, parseLogLine } from '../../src/commands/terminal.js';

const TIME = Date.parse('2026-11-20T17:00:00.250Z');
const TERMINAL = { columns: 80, colour: true };

function lineOf(fields: object): string {
  return JSON.stringify({ level: 30, time: TIME, pid: 7, hostname: 'web1', ...fields });
}

function shown(fields: object, terminal?: typeof TERMINAL): string {
  const entry = parseLogLine(lineOf(fields));
  if (entry === undefined) throw new Error('That is no line of a log.');
  return logLineText(entry, terminal);
}

const CALL = {
  reqId: '0c7d',
  method: 'GET',
  route: '/properties',
  client: 'acme',
  key: 'pk_Zx81kQpA',
  status: 200,
  ms: 3.4,
  msg: 'answered',
};

describe('a line of the log', () => {
  test('of a call begins with its status, and has no process and host', () => {
    expect(shown(CALL)).toBe(
      '2026-11-20 17:00:00.250Z 200 GET /properties 3.4 ms reqId=0c7d client=acme key=pk_Zx81kQpA',
    );
  });

  test('of anything else has its words and fields', () => {
    expect(shown({ level: 40, clients: ['a', 'b'], reason: 'no such host', msg: 'closed' })).toBe(
      '2026-11-20 17:00:00.250Z WARN closed clients=["a","b"] reason="no such host"',
    );
  });

  test('of an error has the stack below it', () => {
    const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at here (file.js:1)' };
    expect(shown({ level: 50, err, reqId: 'x', msg: 'a request failed' })).toBe(
      '2026-11-20 17:00:00.250Z ERROR a request failed reqId=x\n' +
        '    Error: no\n        at here (file.js:1)',
    );
  });

  test('cannot write to the terminal what a caller sent', () => {
    const hostile = 'a\u001b[2J\u202eb\r\nc';
    const text = shown({ msg: hostile, [hostile]: hostile, err: { stack: hostile } });
    for (const control of ['\u001b', '\u202e', '\r']) expect(text).not.toContain(control);
    expect(text.split('\n')).toHaveLength(3);
  });

  test.each([
    [200, '\u001b[32m200\u001b[39m'],
    [404, '\u001b[33m404\u001b[39m'],
    [503, '\u001b[31m503\u001b[39m'],
  ])('shows %i in its colour on a terminal', (status, painted) => {
    expect(shown({ ...CALL, status }, TERMINAL)).toContain(painted);
  });

  test.each(['', 'Nov 20 web1 kernel: up', '{"level":30', '[]', '{"level":"x","time":1}', '{}'])(
    'is not %j',
    (line) => {
      expect(parseLogLine(line)).toBeUndefined();
    },
  );

  test('with a time that no calendar has is no line of a log', () => {
    expect(parseLogLine('{"level":30,"time":1e300,"msg":"x"}')).toBeUndefined();
  });
});
