import { SourceProblem } from './source-request.js';

/** What proves to a source who asks: a token, or what gets one. */
export type Credentials =
  | { readonly token: string }
  | {
      readonly tokenUrl: URL;
      readonly clientId: string;
      readonly clientSecret: string;
      readonly scope: string | undefined;
    };

/** The secret that a pace is counted by. */
export function secretOf(credentials: Credentials): string {
  return 'token' in credentials
    ? credentials.token
    : `${credentials.clientId} ${credentials.clientSecret}`;
}

/** Every text of the credentials that no message may repeat. */
export function secretsOf(credentials: Credentials): readonly string[] {
  return ['token' in credentials ? credentials.token : credentials.clientSecret];
}

/** The form by which client credentials ask for a token (RFC 6749, section 4.4). */
export function tokenForm(credentials: Exclude<Credentials, { token: string }>): string {
  const { clientId, clientSecret, scope } = credentials;
  return new URLSearchParams({
    ...{ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret },
    ...(scope === undefined ? {} : { scope }),
  }).toString();
}

/** The token in an answer to `tokenForm`. @throws SourceProblem */
export function tokenOf(body: Buffer): string {
  try {
    const { access_token: token } = JSON.parse(body.toString('utf8')) as { access_token?: unknown };
    if (typeof token === 'string' && /^[!-~]+$/.test(token)) return token;
  } catch {
    // Worded below: the answer may hold a token.
  }
  throw new SourceProblem('The address for tokens answered without an access_token.');
}
