import type { Page } from 'playwright-core';
import { HELD_JOURNEY } from './hostile-held';
import { plantForOperators, visitForOperators } from './hostile-operators';
import { type Journey, must, type Stage } from './journey';
import { FORMS, newPlanted, type Planted, payload, visitAll } from './payloads';
import { EDITOR, OPERATOR } from './people';
import { importRecords } from './server';

const TEXTS = ['text', 'longText', 'html', 'url', 'picture'];

interface Kinds {
  readonly kinds: readonly {
    readonly name: string;
    readonly id: string;
    readonly create: boolean;
    readonly fields: readonly {
      readonly name: string;
      readonly type: string;
      readonly readOnly: boolean;
      readonly choices?: readonly { readonly id: string | number }[];
    }[];
  }[];
}

/** How many records of each kind are made. */
const OF_EACH_KIND = 6;

/** Leads as a website would send them, whose texts are payloads. */
async function plantLeads({ server }: Pick<Stage, 'server'>, planted: Planted): Promise<void> {
  const texts = ['firstname', 'lastname', 'phone', 'comment', 'area', 'unit', 'source', 'backLink'];
  const leads = FORMS.map((_, place) => {
    const own = texts.map((name) => [name, payload(planted, `leads.${name}`)]);
    const comments = [{ received: '2026-11-20 10:00:00', comment: payload(planted, 'comments') }];
    const id = 900_001 + place;
    planted.addresses.push(`/b/demo/leads/${id}`);
    const email = `lead${id}@example.com`;
    return { id, kind: 'alert', email, ...Object.fromEntries(own), comments };
  });
  await importRecords(server, 'leads', leads);
  planted.addresses.push('/b/demo/leads');
}

/** Makes records whose texts are payloads, by the calls of the page itself. */
async function plant(page: Page, planted: Planted): Promise<void> {
  const { kinds } = await page.evaluate(
    async () => (await (await fetch('/api/brokerages/demo/kinds')).json()) as Kinds,
  );
  for (const { name, id, fields } of kinds.filter((kind) => kind.create)) {
    const needed: Record<string, unknown> = {};
    let names = fields
      .filter(({ type, readOnly }) => TEXTS.includes(type) && !readOnly)
      .map((field) => field.name);
    planted.addresses.push(`/b/demo/${name}`);
    for (let made = 0; made < OF_EACH_KIND; ) {
      const before = planted.payloads;
      const texts = names.map((field) => [field, payload(planted, `${name}.${field}`)]);
      const answer = await page.evaluate(
        async ([kind, body]) => {
          const headers = { 'Content-Type': 'application/json' };
          const init = { method: 'POST', headers, body: JSON.stringify(body) };
          const response = await fetch(`/api/brokerages/demo/${kind}`, init);
          return { status: response.status, body: await response.json() };
        },
        [name, { ...Object.fromEntries(texts), ...needed }] as const,
      );
      if (answer.status === 201) {
        made++;
        planted.addresses.push(`/b/demo/${name}/${answer.body[id]}`);
        continue;
      }
      // A field that takes no such text is left out from then on.
      planted.payloads = before;
      const wrong = Object.keys(answer.body.error?.fields ?? {});
      const rest = names.filter((field) => !wrong.includes(field));
      if (rest.length === names.length) {
        const missing = fields.find((field) => wrong.includes(field.name));
        if (missing === undefined || missing.name in needed)
          throw new Error(`${name}: ${JSON.stringify(answer.body)}`);
        // What a record cannot do without: one of the choices, or the first record of another kind.
        needed[missing.name] = missing.choices?.at(-1)?.id ?? 1;
      }
      names = rest;
      if (names.length === 0) break;
    }
  }
}

export const HOSTILE_JOURNEYS: readonly Journey[] = [
  {
    name: 'no script that a record holds runs, in any list or form',
    run: async ({ as, server }) => {
      const { page, problems } = await as(EDITOR, '/b/demo/listings');
      const planted = newPlanted('/b/demo');
      await plantLeads({ server }, planted);
      await plant(page, planted);
      must(planted.payloads >= 500, `there are only ${planted.payloads} payloads`);
      await visitAll({ page, problems }, planted.addresses);
    },
  },
  {
    name: 'no script runs that operators write, that a file holds, or that was sent or noted',
    run: async (stage) => {
      const visit = await stage.as(OPERATOR, '/installation');
      const planted = newPlanted('/installation');
      await plantLeads(stage, planted);
      await plantForOperators(stage, visit.page, planted);
      await visitForOperators(visit, planted);
      must(planted.payloads >= 500, `there are only ${planted.payloads} payloads`);
    },
  },
  HELD_JOURNEY,
  {
    name: 'no other site frames the console, and its policy has no exception',
    run: async ({ open }) => {
      const { page } = await open();
      const answer = await page.goto('/');
      const policy = answer?.headers()['content-security-policy'] ?? '';
      must(policy.includes("frame-ancestors 'none'"), `it may be framed: ${policy}`);
      must(!policy.includes('unsafe'), `it has an exception: ${policy}`);
    },
  },
];
