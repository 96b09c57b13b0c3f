import type { Page } from 'playwright-core';
import type { Visit } from './browser';
import { must, type Stage } from './journey';
import { FORMS, mustBeQuiet, type Planted, payload, visitAll } from './payloads';
import { OPERATOR } from './people';

/** How many keys and lines of a pull's file are payloads. */
const KEYS = 10;
const LINES = 250;

/** Calls the server as the page does. */
export function callAs(page: Page) {
  return (method: string, at: string, body: unknown) =>
    page.evaluate(
      async ([how, where, input]) => {
        const init = { method: how, headers: { 'Content-Type': 'application/json' } };
        const response = await fetch(`/api${where}`, {
          ...init,
          ...(how === 'GET' ? {} : { body: JSON.stringify(input) }),
        });
        const text = await response.text();
        return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
      },
      [method, at, body] as const,
    );
}

/** Writes payloads wherever operators write, and has the server note and send what they say. */
export async function plantForOperators(
  { server, open }: Stage,
  page: Page,
  planted: Planted,
): Promise<void> {
  const send = callAs(page);
  // They may have signed in longer ago than a pull takes.
  await send('POST', '/session/proof', { password: OPERATOR.password });
  const made = async (at: string, body: object) => {
    const { status, body: answer } = await send('POST', at, body);
    must(status === 201, `${at}: ${JSON.stringify(answer)}`);
    return answer;
  };
  for (const [place] of FORMS.entries()) {
    await made('/clients', { client: `hostile-${place}`, title: payload(planted, 'title') });
    await made('/partners', { name: payload(planted, 'partner') });
  }
  await made('/clients', { client: 'hostile-feed', kind: 'mls', title: payload(planted, 'feed') });
  for (let count = 0; count < KEYS; count++) {
    await made('/clients/hostile-0/keys', { name: payload(planted, 'key') });
  }
  for (const at of ['/clients/hostile-0/settings', '/feeds/hostile-feed/settings']) {
    const { fields } = (await send('GET', at, undefined)).body;
    for (const { name, value } of fields as readonly { name: string; value: unknown }[]) {
      if (typeof value !== 'string') continue;
      const { status } = await send('PUT', at, { [name]: payload(planted, name) });
      // Not shown, where it is refused.
      if (status !== 204) planted.payloads -= 1;
    }
  }
  const lines = Array.from({ length: LINES }, () => `# ${payload(planted, 'pull')}`).join('\n');
  await made('/pulls', {
    ...{ name: 'hostile-feed', every: '12h', secrets: { TOKEN: 'secret' } },
    file: `${lines}\nsource: hostile\nfrom: { dialect: reso, url: "https://127.0.0.1:9", token: $TOKEN }\ntake: { Property: { map: reso/property.yaml } }`,
  });
  const { link } = await made('/invitations', {
    ...{ email: 'hostile@example.com', client: 'hostile-0', role: 'editor' },
  });
  const guest = await open();
  await guest.page.goto('/');
  const accepted = await callAs(guest.page)('POST', '/links/accept', {
    ...{
      token: link.split('#')[1],
      name: payload(planted, 'person'),
      password: 'quite a long one',
    },
  });
  must(accepted.status === 200, JSON.stringify(accepted.body));
  for (const [place] of FORMS.entries()) {
    // Email about it, with its name and texts.
    const id = String(900_001 + place);
    await server.portico('lead', 'resend', 'demo', id, '--to', 'agent@example.com');
  }
  planted.payloads += FORMS.length;
  planted.addresses.push(
    ...['/installation', '/installation/clients', '/installation/clients?q=hostile'],
    ...['/installation/clients/hostile-0', '/installation/feeds/hostile-feed'],
    ...['/installation/partners', '/installation/audit', '/installation/status'],
    ...['/b/hostile-0', '/b/hostile-0/audit', '/b/demo/outbox', '/b/demo/audit', '/b/demo/imports'],
  );
}

/** Opens these pages, and what opens on them with a click. */
export async function visitForOperators(visit: Visit, planted: Planted): Promise<void> {
  const { page } = visit;
  await visitAll(visit, planted.addresses);
  await page.goto('/installation/clients/hostile-0', { waitUntil: 'networkidle' });
  for (const words of ['Replace', 'Revoke']) {
    await page.getByRole('button', { name: words }).first().click();
    await page.getByRole('button', { name: 'Cancel' }).click();
    await mustBeQuiet(visit);
  }
  await page.goto('/installation/pulls', { waitUntil: 'networkidle' });
  await page.getByRole('button', { name: 'Show' }).click();
  await page.locator('pre', { hasText: 'source: hostile' }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Secret TOKEN').waitFor();
  await mustBeQuiet(visit);
  await tryFile(visit, planted);
}

/** Has a file tried whose names of columns and values are payloads, with a mapping that takes some of them. */
async function tryFile(visit: Visit, planted: Planted): Promise<void> {
  const { page } = visit;
  await page.goto('/b/demo/imports');
  const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const columns = ['id', 'name', ...FORMS.map(() => payload(planted, 'column'))];
  const rows = FORMS.map((_, place) => [
    // Every second one is refused, with its value in the reason.
    place % 2 === 0 ? String(950_000 + place) : payload(planted, 'reason'),
    ...columns.slice(1).map(() => payload(planted, 'cell')),
  ]);
  const content = [columns, ...rows].map((row) => row.map(quoted).join(',')).join('\n');
  await page.getByLabel('File to import').setInputFiles({
    ...{ name: 'hostile.csv', mimeType: 'text/csv', buffer: Buffer.from(content) },
  });
  const mapping = page.getByRole('textbox', { name: 'Mapping' });
  await mapping.fill(
    `# ${payload(planted, 'mapping')}\nresource: offices\nfields: { id: id, name: name }\n`,
  );
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByText('Nothing is written yet.').waitFor();
  await mustBeQuiet(visit);
  await mapping.fill(`${payload(planted, 'mapping')}: {`);
  await page.getByRole('button', { name: 'Try it' }).click();
  await page.getByRole('alert').filter({ hasText: 'mapping.yaml' }).waitFor();
  await mustBeQuiet(visit);
}
