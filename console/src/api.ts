/** What the server says when it refuses a request. */
interface Failure {
  readonly code: string;
  readonly message: string;
  /** What is wrong with fields, in the server's own words. */
  readonly fields?: Readonly<Record<string, string>>;
  /** What the record is now, where somebody else has changed it. */
  readonly record?: Readonly<Record<string, unknown>>;
  /** What was done before it failed. */
  readonly done?: object;
}

/** An answer that is not a success. */
export class ApiError extends Error {
  constructor(
    readonly status: number,
    readonly failure: Failure,
    readonly etag = '',
  ) {
    super(failure.message);
  }
}

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** What has to be so for a write to happen: the version that it replaces, or that it was not made before. */
interface Conditions {
  readonly 'If-Match'?: string;
  readonly 'Idempotency-Key'?: string;
}

export interface Answer<Body> {
  readonly body: Body;
  readonly etag: string;
}

const UNREACHABLE: Failure = {
  code: 'unreachable',
  message: 'The server cannot be reached. Check your connection, then try again.',
};

let signedOut = () => {};

/** Says what is done when the server no longer knows the session. */
export function onSignedOut(listener: () => void): void {
  signedOut = listener;
}

let stepUp = async (): Promise<boolean> => false;

/** Says how people show once more who they are, where the server wants that. The listener answers whether they did. */
export function onStepUp(listener: () => Promise<boolean>): void {
  stepUp = listener;
}

/**
 * Calls the server of the console, and once more after a step-up that it asks for.
 *
 * @param input A picture is sent as it is, anything else as JSON.
 * @throws ApiError
 */
export async function call<Body>(...request: Parameters<typeof send>): Promise<Answer<Body>> {
  try {
    return await send<Body>(...request);
  } catch (error) {
    const isStepUp = error instanceof ApiError && error.failure.code === 'proofNeeded';
    if (!isStepUp || !(await stepUp())) throw error;
    return send<Body>(...request);
  }
}

async function send<Body>(
  method: Method,
  path: string,
  input?: unknown,
  conditions: Conditions = {},
): Promise<Answer<Body>> {
  const isFile = input instanceof Blob;
  const headers = {
    ...(input !== undefined && { 'Content-Type': isFile ? input.type : 'application/json' }),
    ...conditions,
  };
  const body = input === undefined ? null : isFile ? input : JSON.stringify(input);
  const response = await fetch(`/api${path}`, {
    ...{ method, headers, body, credentials: 'same-origin' },
  }).catch(() => {
    throw new ApiError(0, UNREACHABLE);
  });
  const text = await response.text();
  const tag = response.headers.get('ETag') ?? '';
  if (response.ok) return { body: (text === '' ? undefined : JSON.parse(text)) as Body, etag: tag };
  const error = new ApiError(response.status, failureOf(response.status, text), tag);
  if (error.failure.code === 'signedOut') signedOut();
  throw error;
}

function failureOf(status: number, text: string): Failure {
  try {
    const { error, ...more } = JSON.parse(text) as { error: Failure } & Partial<Failure>;
    return { ...more, ...error };
  } catch {
    // Something between the browser and the server has answered.
    return { code: 'failed', message: `The answer was ${status}. Try again in a minute.` };
  }
}

/** What to tell people about an error. */
export function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * What is wrong with a form: at its inputs, and of the form as a whole.
 *
 * @param labelOf The label of the input of a field; undefined where there is none, as words there would never be seen.
 */
export function refusalOf(error: unknown, labelOf: (field: string) => string | undefined) {
  const fields = Object.entries((error instanceof ApiError && error.failure.fields) || {});
  const atInputs = fields.filter(([name]) => labelOf(name) !== undefined);
  const labels = atInputs.map(([name]) => labelOf(name)).join(', ');
  const apart = fields.filter(([name]) => labelOf(name) === undefined);
  const words = [
    // The inputs say why, which may be out of sight.
    ...(labels === '' ? [] : [`Not accepted: ${labels}.`]),
    ...apart.map(([name, wrong]) => `${name}: ${wrong}`),
  ];
  return { atInputs: Object.fromEntries(atInputs), words: words.join(' ') || wordsOf(error) };
}

/** A query string, without what is empty. */
export function query(values: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(values)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}

/** The path of an address below `/api`, each part of it encoded. */
export function path(...parts: readonly (string | number)[]): string {
  return parts.map((part) => `/${encodeURIComponent(part)}`).join('');
}
