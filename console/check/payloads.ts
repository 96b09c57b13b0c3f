import type { Visit } from './browser';
import { must } from './journey';

/** Texts that run a script where they are taken for HTML or for an address. */
export const FORMS: readonly ((script: string) => string)[] = [
  (script) => `<script>${script}</script>`,
  (script) => `<img src=x onerror="${script}">`,
  (script) => `"><svg onload=${script}>`,
  (script) => `javascript:${script}`,
  (script) => `' autofocus onfocus=${script} x='`,
  (script) => `<iframe srcdoc="<script>parent.${script}</script>">`,
  (script) => `<a href="javascript:${script}">x</a>`,
  (script) => `</title><script>${script}</script>`,
  (script) => `{{constructor.constructor('${script}')()}}`,
  (script) => `\${${script}}`,
  () => 'https://[',
];

/** What was planted, and the pages that show it. */
export interface Planted {
  readonly addresses: string[];
  payloads: number;
}

export const newPlanted = (...addresses: string[]): Planted => ({ addresses, payloads: 0 });

/** The next payload. @param name What its script says of itself where it runs. */
export function payload(planted: Planted, name: string): string {
  const form = FORMS[planted.payloads++ % FORMS.length];
  return form?.(`window.hit='${name}'`) ?? '';
}

/** Looks whether a script has run on a page, or anything has gone wrong there. */
export async function mustBeQuiet({ page, problems }: Pick<Visit, 'page' | 'problems'>) {
  const hit = await page.evaluate(() => (window as unknown as { hit?: string }).hit);
  must(hit === undefined, `${page.url()}: the script of ${hit} ran`);
  must(problems.length === 0, `${page.url()}: ${problems.join('; ')}`);
}

/** Opens pages one after another, and looks at each. */
export async function visitAll(
  visit: Pick<Visit, 'page' | 'problems'>,
  addresses: readonly string[],
) {
  for (const address of addresses) {
    await visit.page.goto(address, { waitUntil: 'networkidle' });
    await mustBeQuiet(visit);
  }
}
