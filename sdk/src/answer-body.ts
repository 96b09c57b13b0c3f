import { AnswerError, errorOf, type FailedAnswer, RefusedError } from './errors.js';

/** @throws AnswerError, or one of its classes, when the answer is no success. */
export function dataOf(response: Response, text: string): unknown {
  const body = parsed(text);
  const { status, headers } = response;
  const answer: FailedAnswer = { status, headers, body: body === undefined ? text : body };
  if (isRefusal(status, body)) {
    const code = String(body.STATUS_CODE ?? '');
    throw new RefusedError([code, body.MESSAGE].filter(Boolean).join(': '), code, answer);
  }
  const isGood = response.ok || status === 304;
  // A marketplace is refused by a status of its own, in the shape of its answers.
  if (isObject(body) && (isGood ? body.SUCCESS === false : 'ERROR' in body))
    throw new RefusedError(String(body.ERROR), '', answer);
  if (!isGood) throw errorOf(answer);
  if (body === undefined) throw new AnswerError('The answer is not JSON.', answer);
  return body;
}

/** Whether an answer says, in the interface's own words, why nothing was done: trying again changes nothing. */
export function refuses(response: Response, text: string): boolean {
  return isRefusal(response.status, parsed(text));
}

/**
 * An error of the interface has the status 200, or one of the four for calls with `Prefer: handling=strict`. Answers of `/manage`
 * look alike, but their code is their status.
 */
function isRefusal(status: number, body: unknown): body is Record<string, unknown> {
  if (!isObject(body) || body.STATUS !== 'Error') return false;
  return [200, 400, 404, 409, 422].includes(status) && body.STATUS_CODE !== String(status);
}

/** Lines of JSON as one JSON array. What is no such line, an error say, stays as it is. */
export function arrayOf(text: string): string {
  return /^[{\s]/.test(text) || text === '' ? `[${text.trim().split('\n').join()}]` : text;
}

function isObject(body: unknown): body is Record<string, unknown> {
  return typeof body === 'object' && body !== null && !Array.isArray(body);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
