import { request } from 'node:https';
import type { ProgramPlace } from '../rig/program.js';

/** Links in answers begin with it, wherever the server listens. */
const BASE_URL = 'https://api.portico.example';

/** A mail server that is not there: email waits for it. Nothing listens on port 9 of a test machine. */
export const NO_MAIL_SERVER = 'smtp://127.0.0.1:9';

/** An installation, and settings of the program beside those that both releases are run with. */
export interface Installation {
  readonly dataFolder: string;
  readonly databaseUrl: string | undefined;
  /** Path of `portico.js`; without it, this checkout's. */
  readonly program?: string;
  readonly settings?: Readonly<Record<string, string>>;
}

/** Where a program runs on an installation; the settings are those that every release knows. */
export function placeOf(installation: Installation, smtpUrl = NO_MAIL_SERVER): ProgramPlace {
  const { dataFolder, databaseUrl, program, settings } = installation;
  const { PATH, HOME, TMPDIR } = process.env;
  return {
    dataFolder,
    databaseUrl,
    ...(program === undefined ? {} : { program }),
    environment: {
      ...{ PATH, HOME, TMPDIR },
      PORTICO_DATA: dataFolder,
      PORTICO_DATABASE_URL: databaseUrl ?? '',
      PORTICO_PORT: '0',
      PORTICO_LOG_LEVEL: 'silent',
      PORTICO_BASE_URL: BASE_URL,
      PORTICO_SMTP_URL: smtpUrl,
      PORTICO_MAIL_FROM: 'no-reply@portico.example',
      PORTICO_OPERATOR_EMAIL: 'operator@portico.example',
      ...settings,
    },
  };
}

/** A request as it goes out. */
export interface Outgoing {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

/** An answer, read whole. */
export interface Incoming {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** Sends a request to a server whose certificate nobody vouches for. */
export function send(base: string, { method, path, headers, body }: Outgoing): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    const call = request(
      new URL(path, base),
      { method, headers, rejectUnauthorized: false, agent: false },
      (answer) => {
        let text = '';
        answer.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        answer.on('error', reject);
        answer.on('end', () =>
          resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
        );
      },
    );
    call.on('error', reject);
    call.end(body);
  });
}
