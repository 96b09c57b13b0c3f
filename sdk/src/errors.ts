/** Everything that this package throws. */
export class PorticoError extends Error {
  override name = 'PorticoError';

  /** A sentence for a visitor, in English; `message` is for developers. */
  get visitorMessage(): string {
    return 'This does not work now. Please try again later.';
  }
}

/** No answer arrived: the server cannot be reached, its certificate is not trusted, or the connection broke. */
export class ConnectionError extends PorticoError {
  override name = 'ConnectionError';
}

/** An attempt took longer than `timeout`, and so did the retries. */
export class TimeoutError extends ConnectionError {
  override name = 'TimeoutError';
}

/** The `signal` of the call was aborted, or the time that it allowed is over. */
export class AbortedError extends PorticoError {
  override name = 'AbortedError';
}

/** The call was not sent: `pace.maxQueue` calls wait for their turn already. */
export class QueueFullError extends PorticoError {
  override name = 'QueueFullError';
}

/** What is known of an answer that is an error. */
export interface FailedAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** The body: parsed if it is JSON, else its text. */
  readonly body: unknown;
}

/** The server has answered, and has not done what was asked. */
export class AnswerError extends PorticoError {
  override name = 'AnswerError';
  declare readonly status: number;
  declare readonly headers: Headers;
  /** The body: parsed if it is JSON, else its text. */
  declare readonly body: unknown;
  /**
   * The request's `reqId` in the log of the server, as in `portico logs --request`; undefined if the gate refused
   * (401, 403, 405, 420), and for servers before 0.3.
   */
  declare readonly requestId: string | undefined;

  constructor(message: string, answer: FailedAnswer) {
    super(message);
    const requestId = answer.headers.get('x-request-id') ?? undefined;
    Object.assign(this, answer, { requestId });
  }
}

/**
 * The server understood the call and refused it: an answer whose `STATUS` is `Error`, or the `ERROR` of a
 * marketplace lead. Its HTTP status is 400, 404, 409 or 422; 200 of a server that does not know
 * `Prefer: handling=strict`. So go by `code`, which is the same in both cases.
 */
export class RefusedError extends AnswerError {
  override name = 'RefusedError';
  /**
   * `STATUS_CODE` of the answer, such as `256` for a malformed or unknown parameter (its name is in the message),
   * or `258` if another member has the email address. Empty if the endpoint has no codes.
   */
  declare readonly code: string;

  constructor(message: string, code: string, answer: FailedAnswer) {
    super(message, answer);
    this.code = code;
  }

  override get visitorMessage(): string {
    return FOR_VISITORS[this.code] ?? 'Please check what you have entered.';
  }
}

/** What visitors can do about a refusal, by its code. */
const FOR_VISITORS: Readonly<Record<string, string>> = {
  251: 'Please check the email address.',
  258: 'This email address has an account already.',
};

/** 401: the key, the signature or the partner's password is missing or wrong. */
export class AuthenticationError extends AnswerError {
  override name = 'AuthenticationError';
}

/** 403: the key is unknown, expired, or not allowed to do this. */
export class PermissionError extends AnswerError {
  override name = 'PermissionError';
}

/** 404: there is no such address. (A record that does not exist is `undefined`, not an error.) */
export class NotFoundError extends AnswerError {
  override name = 'NotFoundError';
}

/** 409: a write with the same idempotency key has not been answered yet. */
export class ConflictError extends AnswerError {
  override name = 'ConflictError';
}

/** 410: the cursor of changes cannot be continued. Start again without one. */
export class CursorGoneError extends AnswerError {
  override name = 'CursorGoneError';
}

/** 422: the idempotency key was used for another write. */
export class IdempotencyError extends AnswerError {
  override name = 'IdempotencyError';
}

/** 420: too many calls of the key, or a busy server, even after all retries. */
export class RateLimitError extends AnswerError {
  override name = 'RateLimitError';
}

/** 500 and above: the server failed, or is not ready. */
export class ServerError extends AnswerError {
  override name = 'ServerError';
}

/** The error of a call whose signal was aborted. */
export function abortedError(signal: AbortSignal | undefined, cause = signal?.reason) {
  const isLate = (signal?.reason as { name?: unknown } | undefined)?.name === 'TimeoutError';
  const why = isLate ? ': its signal is out of time.' : '.';
  return new AbortedError(`The call was aborted${why}`, { cause });
}

const CLASSES: Readonly<Record<number, typeof AnswerError>> = {
  401: AuthenticationError,
  403: PermissionError,
  404: NotFoundError,
  409: ConflictError,
  410: CursorGoneError,
  420: RateLimitError,
  422: IdempotencyError,
};

/** The error of an answer whose HTTP status is not one of success. */
export function errorOf(answer: FailedAnswer): AnswerError {
  const Class = CLASSES[answer.status] ?? (answer.status >= 500 ? ServerError : AnswerError);
  return new Class(`${answer.status}: ${wordsOf(answer.body)}`, answer);
}

function wordsOf(body: unknown): string {
  if (typeof body === 'string') return body.slice(0, 500);
  const { MESSAGE, ERROR } = (body ?? {}) as { MESSAGE?: unknown; ERROR?: unknown };
  return String(MESSAGE ?? ERROR ?? 'no words');
}

const UNTRUSTED =
  /SELF_SIGNED|UNABLE_TO_VERIFY|UNABLE_TO_GET_ISSUER|CERT_|self.signed|UnknownIssuer/i;

/** The error of a call that has no answer. */
export function connectionError(url: string, cause: unknown): ConnectionError {
  const { origin } = new URL(url);
  const inner = (cause as { cause?: { code?: unknown; message?: unknown } }).cause;
  const reason = String(inner?.code ?? inner?.message ?? (cause as Error).message);
  const advice = UNTRUSTED.test(reason)
    ? ' Its certificate is not trusted here: on the same machine use its plain http:// address, or' +
      ' name the certificate in NODE_EXTRA_CA_CERTS.'
    : '';
  return new ConnectionError(`No answer from ${origin}: ${reason}.${advice}`, { cause });
}
