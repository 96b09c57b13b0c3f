import { expect, test } from 'vitest';
import { ConfigError, loadConfig } from '../../src/config/config.js';
import { temporaryFolder } from '../rig/temp.js';

const HERE = '127.0.0.1:8444';
const EVERYWHERE = '0.0.0.0:8444';
const PROXY = '127.0.0.1';
const PUBLIC = 'https://console.example.com';

function problemsOf(console: string, url = '', proxies = ''): readonly string[] {
  const settings = {
    ...{ PORTICO_CONSOLE: console, PORTICO_CONSOLE_URL: url, PORTICO_TRUST_PROXY: proxies },
  };
  try {
    loadConfig(settings, temporaryFolder());
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.problems;
    throw error;
  }
}

test('a console is for this machine, or behind a proxy with HTTPS', () => {
  expect(problemsOf(HERE)).toEqual([]);
  expect(problemsOf(HERE, 'http://localhost:9000')).toEqual([]);
  expect(problemsOf(HERE, PUBLIC, PROXY)).toEqual([]);
  expect(problemsOf(EVERYWHERE, PUBLIC, PROXY)).toEqual([]);
});

test('without a proxy it listens on this machine only, and all callers would share one address', () => {
  expect(problemsOf(EVERYWHERE)).toEqual([
    expect.stringMatching(/^PORTICO_CONSOLE listens at 0\.0\.0\.0, beyond this machine/),
  ]);
  expect(problemsOf(HERE, PUBLIC)).toEqual([
    expect.stringMatching(
      /^PORTICO_CONSOLE_URL begins with https:\/\/, which a proxy brings.* for websites speaks plain HTTP, too/,
    ),
  ]);
});

test('behind a proxy it has an address with HTTPS', () => {
  for (const url of ['', 'http://localhost:8444']) {
    expect(problemsOf(HERE, url, PROXY)).toEqual([
      expect.stringMatching(/^PORTICO_CONSOLE_URL is not an https:\/\/ address/),
    ]);
  }
});
