import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { SEARCH_GROUPS } from '../../reference/groups.js';
import { type Place, portico, porticoJson } from '../commands/portico.js';
import { ChromiumPage, installedChromium, type PageRequest } from '../rig/chromium.js';
import { servingForAll } from '../rig/serving.js';
import { stepAside } from '../rig/step-aside.js';
import { temporaryFolder } from '../rig/temp.js';

const program = installedChromium();
if (program === undefined) stepAside('Chromium', 'the reference page in a browser');

const axe = readFileSync(new URL(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const operation = (path: string) => `portico-the-website-api/tag/${path}`;
const SEARCH = operation('listings/GET/properties');
const MEMBERS = operation('clients-and-accounts/GET/clients/list');

/** Sends the call of an operation as a reader does, with what the dialog is given when it opens. */
async function send(
  at: ChromiumPage,
  section: string,
  entered?: Record<string, unknown>,
): Promise<PageRequest> {
  const button = (within: string, text: string) =>
    `[...document.querySelectorAll('${within} button')].find((it) => it.innerText.includes('${text}'))`;
  const test = button(`[id="${section}"]`, 'Test Request');
  await at.until(test);
  await at.evaluate(`${test}.click()`);
  const sends = button('[role=dialog]', 'Send');
  await at.until(sends);
  const before = at.requests.length;
  await at.evaluate(`${sends}.click()`);
  if (entered !== undefined) {
    await at.until(`document.querySelector('#access[open]')`);
    const values = JSON.stringify(entered);
    await at.evaluate(`(() => {
      const form = document.querySelector('#access form');
      for (const [name, value] of Object.entries(${values})) form.elements.namedItem(name).value = value;
      form.requestSubmit();
    })()`);
  }
  await at.until(`document.querySelector('[role=dialog]').innerText.includes('200 OK')`);
  const [request] = at.requests.slice(before);
  if (request === undefined) throw new Error('The page has sent nothing.');
  return request;
}

describe.skipIf(program === undefined)('the reference page in a browser', () => {
  const place: Place = { folder: temporaryFolder() };
  const key = { apiKey: '', secret: '', clientID: 0 };
  let page: ChromiumPage;
  const serving = servingForAll(async () => {
    await portico(place, 'client', 'add', 'acme');
    const { json } = await porticoJson(place, 'key', 'add', 'acme', '--private');
    Object.assign(key, { apiKey: json.apiKey, secret: json.secret, clientID: json.clientID });
    return place;
  });
  beforeAll(async () => {
    page = await ChromiumPage.open(program as string);
    return () => page.close();
  });

  /** Opens the page at an operation, as a reader would who has never been there. It takes seconds of a processor. */
  async function open(section: string): Promise<string> {
    const { url } = serving();
    await page.openTab();
    await page.call('Page.navigate', { url: `${url}/reference/#${section}` });
    await page.until(`document.getElementById('${section}')`);
    return url;
  }

  test('sends what its reader has chosen, and the key that it asks for', async () => {
    const url = await open(SEARCH);
    const request = await send(page, SEARCH, { apiKey: key.apiKey });
    expect(request.url).toBe(`${url}/properties`);
    expect(new Headers(request.headers).get('x-api-key')).toBe(key.apiKey);
    // The key stays for the tab, and nowhere else.
    const stored = `JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.cookie])`;
    expect(JSON.parse(await page.evaluate(stored))).toEqual([
      { 'portico-api-key': key.apiKey },
      {},
      '',
    ]);
    await page.call('Page.reload');
    await page.until(`document.querySelector('[data-shows-access]')?.innerText.includes('pk_')`);
    expect(await page.evaluate('document.title')).toBe('Portico: the website API');
    expect(await page.evaluate('document.documentElement.lang')).toBe('en');
    const elsewhere = page.requests.filter(
      (sent) => !sent.url.startsWith(`${url}/`) && !/^(data|blob):/.test(sent.url),
    );
    expect(elsewhere).toEqual([]);
    expect(page.complaints).toEqual([]);
  });

  describe('at a search', () => {
    beforeAll(() => open(SEARCH));

    test('has a title above each group of parameters', async () => {
      const expected = Object.keys(SEARCH_GROUPS).map((title) => `"${title}"`);
      const titles = `[...document.querySelectorAll('[id="${SEARCH}"] .parameter-item')]
        .map((item) => getComputedStyle(item, '::before').content)
        .filter((content) => /"./.test(content))`;
      await page.until(`${titles}.length >= ${expected.length}`);
      expect(JSON.parse(await page.evaluate(`JSON.stringify(${titles})`))).toEqual(expected);
    });

    test.each(['light', 'dark'])('axe finds nothing of ours, %s', async (scheme) => {
      const features = [{ name: 'prefers-color-scheme', value: scheme }];
      await page.call('Emulation.setEmulatedMedia', { features });
      await page.until(`document.body.classList.contains('${scheme}-mode')`);
      await page.evaluate(`${axe};0`);
      const violations = `axe.run().then(({ violations }) => JSON.stringify(
        violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => [id, html.slice(0, 200)]))))`;
      const found = JSON.parse(await page.evaluate(violations)) as [string, string][];
      // The viewer's own: docs/interface.md, R42.
      const ours = found.filter(
        ([id, html]) =>
          !(id === 'button-name' && html.includes('group/copy-button')) &&
          !(id === 'landmark-unique' && html.includes('response-card')),
      );
      expect(ours).toEqual([]);
      await page.evaluate(`document.querySelector('[data-opens-access]').click()`);
      await page.until(`document.querySelector('#access[open]')`);
      expect(JSON.parse(await page.evaluate(violations))).toEqual([]);
      await page.evaluate(`document.querySelector('#access').close()`);
    });
  });

  test('signs a call with a secret that it neither sends nor stores', async () => {
    const url = await open(MEMBERS);
    const request = await send(page, MEMBERS, key);
    const { origin, pathname, searchParams } = new URL(request.url);
    expect(origin + pathname).toBe(`${url}/clients/list`);
    expect([...searchParams.keys()]).toEqual(['stamp', 'token']);
    // Each signature is taken once; the dialog is not needed again.
    await page.call('Page.navigate', { url: `${url}/reference/#${SEARCH}` });
    expect(JSON.stringify(page.requests)).not.toContain(key.secret);
    const held = '[{ ...sessionStorage }, { ...localStorage }, document.documentElement.outerHTML]';
    expect(await page.evaluate(`JSON.stringify(${held})`)).not.toContain(key.secret);
    const fields = `[...document.querySelectorAll('#access input')].map((it) => it.value).join('')`;
    expect(await page.evaluate(fields)).toBe('');
  });
});
