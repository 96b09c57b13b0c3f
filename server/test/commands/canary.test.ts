import { createHmac, randomBytes } from 'node:crypto';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { forEachDatabase } from '../rig/databases.js';
import { type ProgramPlace, programEnvironment, runProgram, startProgram } from '../rig/program.js';

/*
 * Secrets that stand in every place where one may stand, each unlike any other text, and then a search
 * for them everywhere they must not be: logs, answers to others, emails, and the data folder.
 */

interface Answer {
  readonly status: number;
  readonly body: string;
}

function call(
  method: string,
  url: string,
  options: { body?: string; type?: string; basic?: string } = {},
): Promise<Answer> {
  const { body, type = 'application/x-www-form-urlencoded', basic } = options;
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      {
        method,
        rejectUnauthorized: false,
        headers: {
          ...(body === undefined ? {} : { 'content-type': type }),
          ...(basic === undefined
            ? {}
            : { authorization: `Basic ${Buffer.from(basic).toString('base64')}` }),
        },
      },
      (answer) => {
        let text = '';
        answer.on('data', (chunk) => {
          text += chunk;
        });
        answer.on('end', () => resolve({ status: answer.statusCode ?? 0, body: text }));
        answer.on('error', reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** Every file of a folder and those in it. */
function filesIn(folder: string): string[] {
  return readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? filesIn(path) : [path];
  });
}

/** A secret as it stands, and as it would stand in an address, in Base64 and in hexadecimal. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString('base64').replace(/=+$/, ''),
    bytes.toString('hex'),
  ];
}

async function issued(database: ProgramPlace, ...parameters: string[]) {
  const { status, output, errors } = await runProgram(database, ...parameters, '--json');
  expect([status, errors.includes('Error')]).toEqual([0, false]);
  return JSON.parse(output) as Record<string, string>;
}

forEachDatabase('secrets', (database) => {
  it('are in no log, no answer to others, no email, and nowhere in the data folder', async () => {
    const smtpPassword = `smtp-${randomBytes(12).toString('hex')}`;
    const secretKey = randomBytes(32).toString('base64');
    const memberPassword = `member-${randomBytes(12).toString('hex')}`;
    const wrongPassword = `wrong-${randomBytes(12).toString('hex')}`;
    await issued(database, 'client', 'add', 'acme');
    const open = await issued(database, 'key', 'add', 'acme', '--scope', 'website');
    // The signing secret is sealed under the key that the server is given.
    const environment = {
      ...programEnvironment(database),
      PORTICO_SECRET_KEY: secretKey,
      PORTICO_LOG_LEVEL: 'trace',
      // Nobody listens there: every email fails, and its error is logged.
      PORTICO_SMTP_URL: `smtp://mailer:${smtpPassword}@127.0.0.1:9`,
    };
    const withEnvironment = { ...database, environment };
    const signing = await issued(withEnvironment, 'key', 'add', 'acme', '--private');
    const partner = await issued(database, 'partner', 'add', 'StreetWise');

    const server = startProgram(withEnvironment, 'serve', '--json');
    let logs = '';
    let output = '';
    server.stderr?.on('data', (text) => {
      logs += text;
    });
    server.stdout?.on('data', (text) => {
      output += text;
    });
    while (!output.includes('\n')) await new Promise((resolve) => setTimeout(resolve, 20));
    const { url } = JSON.parse(output) as { url: string };

    const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();
    const member = { firstname: 'A', lastname: 'B', email: 'a.b@example.com' };
    const stamp = Date.now();
    const token = createHmac('sha256', signing.secret ?? '')
      .update(`{"stamp":${stamp},"clientID":${signing.clientID}}`)
      .digest('hex');
    const lead = JSON.stringify({ listing_id: '1' });
    const partnerUrl = `${url}/marketplace?apiKey=${open.apiKey}`;
    const json = { body: lead, type: 'application/json' };
    const answers = await inTurn([
      () => call('GET', `${url}/properties?apiKey=${open.apiKey}&priceMin=x`),
      () => call('GET', `${url}/nowhere/${open.apiKey}?apiKey=${open.apiKey}`),
      () => call('GET', `${url}/properties?apiKey=${open.apiKey}x`),
      () =>
        call('POST', `${url}/clients?apiKey=${open.apiKey}`, {
          body: `{"password":"${wrongPassword}`,
          type: 'application/json',
        }),
      () =>
        call('POST', `${url}/clients`, {
          body: form({ ...member, password: memberPassword, apiKey: open.apiKey ?? '' }),
        }),
      () =>
        call(
          'GET',
          `${url}/account/getVerifiedStatus?${form({ apiKey: open.apiKey ?? '', email: member.email, password: wrongPassword })}`,
        ),
      () =>
        call(
          'GET',
          `${url}/account/getVerifiedStatus?${form({ apiKey: open.apiKey ?? '', email: member.email, password: memberPassword })}`,
        ),
      () =>
        call(
          'GET',
          `${url}/clients/list?${form({ apiKey: signing.apiKey ?? '', stamp: String(stamp), token })}`,
        ),
      () =>
        call(
          'GET',
          `${url}/clients/list?${form({ apiKey: signing.apiKey ?? '', stamp: String(stamp), token })}`,
        ),
      () => call('POST', partnerUrl, { ...json, basic: `${partner.partnerKey}:${partner.secret}` }),
      () => call('POST', partnerUrl, { ...json, basic: `${partner.partnerKey}:${wrongPassword}` }),
      () =>
        call('POST', partnerUrl, {
          body: `{"secret":"${wrongPassword}"`,
          type: 'application/json',
          basic: `${partner.partnerKey}:${partner.secret}`,
        }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([
      200, 404, 403, 200, 200, 200, 200, 200, 403, 400, 401, 400,
    ]);
    // The sender tries the emails, and fails, while it stops at the latest.
    await new Promise((resolve) => setTimeout(resolve, 500));
    server.kill('SIGTERM');
    await new Promise((resolve) => server.once('close', resolve));
    expect(logs).toContain('"msg"');

    const folder = filesIn(database.dataFolder).map((path) =>
      readFileSync(path).toString('latin1'),
    );
    const everywhere = [logs, ...folder, ...answers.map(({ body }) => body)].join('\n');
    const secrets = {
      openKey: open.apiKey,
      signingKey: signing.apiKey,
      signingSecret: signing.secret,
      token,
      partnerKey: partner.partnerKey,
      partnerSecret: partner.secret,
      memberPassword,
      wrongPassword,
      smtpPassword,
      secretKey,
    };
    for (const [slot, secret] of Object.entries(secrets)) {
      const found = spellings(secret ?? '').some((text) => everywhere.includes(text));
      expect([slot, found]).toEqual([slot, false]);
    }
  });
});

async function inTurn(calls: readonly (() => Promise<Answer>)[]): Promise<Answer[]> {
  const answers: Answer[] = [];
  for (const one of calls) {
    answers.push(await one());
    await new Promise((resolve) => setTimeout(resolve, 120));
  }
  return answers;
}
