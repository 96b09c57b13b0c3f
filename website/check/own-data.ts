import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DemoServer } from '../scripts/portico-server';
import { output, ROOT } from '../scripts/processes';

/** Makes a client out of the spreadsheet and the mapping in README.md. @returns The variables of a website for it. */
export async function brokerageOfReadme({ commands }: DemoServer, folder: string) {
  const readme = readFileSync(join(ROOT, 'README.md'), 'utf8');
  const fileOf = (name: string, end: string): string => {
    const [, text] =
      new RegExp(`cat > ${name} <<'${end}'\\n(.*?\\n)${end}\\n`, 's').exec(readme) ?? [];
    if (text === undefined) throw new Error(`README.md has no ${name}.`);
    return text;
  };
  const cwd = join(folder, 'readme');
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'rentals.csv'), fileOf('rentals.csv', 'CSV'));
  writeFileSync(join(cwd, 'rentals.yaml'), fileOf('rentals.yaml', 'YAML'));
  const portico = (...input: string[]): Promise<string> => {
    const program = join(ROOT, 'server/bin/portico.js');
    return output(process.execPath, [program, ...input], { cwd, env: commands });
  };
  await portico('client', 'add', 'acme', '--title', 'Acme Realty');
  const key = await portico('key', 'add', 'acme', '--private', '--json');
  await portico('import', 'acme', 'rentals.csv', '--map', 'rentals.yaml');
  const { apiKey, clientID, secret } = JSON.parse(key);
  return {
    ...{ SITE_API_KEY: apiKey, SITE_KEY_ID: String(clientID), SITE_SECRET: secret },
    SITE_PACE: '8/3',
  };
}
