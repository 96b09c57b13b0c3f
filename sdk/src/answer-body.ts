import { AnswerError, errorOf, type FailedAnswer, RefusedError } from './errors.js';

/** @throws AnswerError, or one of its classes, when the answer is no success. */
export function dataOf(response: Response, text: string): unknown {
  const body = parsed(text);
  const { status, headers } = response;
  const answer: FailedAnswer = { status, headers, body: body === undefined ? text : body };
  if (!response.ok && response.status !== 304) {
    // A marketplace is refused by a status of its own, in the shape of its answers.
    if (isObject(body) && 'ERROR' in body) throw new RefusedError(String(body.ERROR), '', answer);
    throw errorOf(answer);
  }
  if (body === undefined) throw new AnswerError('The answer is no JSON.', answer);
  if (isObject(body)) {
    if (body.STATUS === 'Error') {
      const code = String(body.STATUS_CODE ?? '');
      throw new RefusedError([code, body.MESSAGE].filter(Boolean).join(': '), code, answer);
    }
    if (body.SUCCESS === false) throw new RefusedError(String(body.ERROR), '', answer);
  }
  return body;
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
