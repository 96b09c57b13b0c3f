import { isMailbox } from '../outbox/email/email.js';

/** Why a call of the console is not done, in words for people. The list of codes is closed: the app knows each. */
export class ConsoleProblem extends Error {
  constructor(
    readonly status: number,
    readonly code: ProblemCode,
    message: string,
    /** What the body has next to the error, the fields at fault, and headers. */
    readonly more: {
      readonly fields?: Readonly<Record<string, string>>;
      readonly body?: Readonly<Record<string, unknown>>;
      readonly headers?: Readonly<Record<string, string>>;
    } = {},
  ) {
    super(message);
    this.name = 'ConsoleProblem';
  }

  /** The body of the answer. */
  get body(): object {
    const { fields, body } = this.more;
    const error = { code: this.code, message: this.message, ...(fields && { fields }) };
    return { error, ...body };
  }
}

type ProblemCode =
  | 'badRequest'
  | 'signedOut'
  | 'signInFailed'
  | 'codeNeeded'
  | 'forbidden'
  | 'proofNeeded'
  | 'badOrigin'
  | 'notFound'
  | 'taken'
  | 'lastOwner'
  | 'linkUsed'
  | 'changed'
  | 'tooLarge'
  | 'rejected'
  | 'ifMatchNeeded'
  | 'wrongHost'
  | 'wait'
  | 'busy'
  | 'failed';

export const problems = {
  badRequest: (words: string) => new ConsoleProblem(400, 'badRequest', words),
  signedOut: () => new ConsoleProblem(401, 'signedOut', 'You are signed out.'),
  notFound: (words = 'There is nothing at this address.') =>
    new ConsoleProblem(404, 'notFound', words),
  forbidden: (words = 'Your role does not allow this.') =>
    new ConsoleProblem(403, 'forbidden', words),
  proofNeeded: () => new ConsoleProblem(403, 'proofNeeded', 'Give your password again to do this.'),
  taken: (words: string, field?: string) =>
    new ConsoleProblem(409, 'taken', words, field ? { fields: { [field]: words } } : {}),
  busy: () =>
    new ConsoleProblem(503, 'busy', 'The server is busy. Try again in a moment.', {
      headers: { 'retry-after': '1' },
    }),
  wait(waitMs: number) {
    const seconds = Math.max(1, Math.ceil(waitMs / 1000));
    const words = `There were too many attempts. Try again in ${seconds} seconds.`;
    return new ConsoleProblem(429, 'wait', words, { headers: { 'retry-after': String(seconds) } });
  },
  /**
   * @param fields The words for each field at fault.
   * @param body What the body has next to the error.
   */
  rejected: (
    fields: Readonly<Record<string, string>>,
    body?: Readonly<Record<string, unknown>>,
  ) => {
    const [[field, words] = ['', 'Something is wrong.']] = Object.entries(fields);
    const more = { fields, ...(body && { body }) };
    return new ConsoleProblem(422, 'rejected', `${field}: ${words}`, more);
  },
} as const;

/** What a text of a body must be. */
interface TextRule {
  readonly most: number;
  readonly optional?: true;
}

/** A body that is an object; of any other, no fields. */
export function objectOf(body: unknown): Readonly<Record<string, unknown>> {
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

/**
 * The texts of a JSON body, without blanks around them unless they are passwords.
 *
 * @throws ConsoleProblem that names every field at fault.
 */
export function textsOf<Name extends string>(
  body: unknown,
  rules: Readonly<Record<Name, TextRule>>,
): Readonly<Record<Name, string>> {
  const input = objectOf(body);
  const fields: Record<string, string> = {};
  const texts = {} as Record<Name, string>;
  for (const [name, { most, optional }] of Object.entries<TextRule>(rules)) {
    const value: unknown = Object.hasOwn(input, name) ? input[name] : '';
    const text =
      typeof value !== 'string' ? '' : /password|current/.test(name) ? value : value.trim();
    texts[name as Name] = text;
    if (typeof value !== 'string') fields[name] = 'is not text';
    else if (value.includes('\0')) fields[name] = 'holds a NUL character';
    else if (text === '' && optional !== true) fields[name] = 'is missing';
    else if ([...text].length > most) fields[name] = `has more than ${most} characters`;
  }
  if (Object.keys(fields).length > 0) throw problems.rejected(fields);
  return texts;
}

/** @throws ConsoleProblem for what is no email address. */
export function checkEmail(email: string): string {
  if (!isMailbox(email)) throw problems.rejected({ email: 'is not an email address' });
  return email;
}
