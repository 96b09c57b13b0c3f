/** What a form shows after it was sent and did not succeed, or is done without leaving. */
export interface FormState {
  readonly errors: Readonly<Record<string, string>>;
  /** What went wrong as a whole. */
  readonly message?: string;
  /** What was done. */
  readonly done?: string;
  /** What was typed, but never a password: a form that comes back must not be empty. */
  readonly typed: Readonly<Record<string, string>>;
}

/** What several forms say about what was typed. */
export const FORM_WORDS = {
  firstname: 'Please tell us your first name.',
  lastname: 'Please tell us your last name.',
  email: 'Please enter an email address like name@example.com.',
  /** Of an address that looks like one to this website, and that Portico refuses. */
  emailRefused:
    'We cannot send email to this address. Please check its dots, and letters with accents.',
  tooOften: (wait: string) => `Too many attempts. Please wait ${wait} and try again.`,
} as const;

export const EMPTY_FORM: FormState = { errors: {}, typed: {} };

export function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === 'string' ? value.trim() : '';
}

/** A password as it was typed: spaces belong to it. */
export function passwordOf(form: FormData, name = 'password'): string {
  const value = form.get(name);
  return typeof value === 'string' ? value : '';
}

export const isEmail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** Errors of fields without those that are none. */
export function errorsOf(
  found: Readonly<Record<string, string | false | undefined | ''>>,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(found).filter((entry): entry is [string, string] => Boolean(entry[1])),
  );
}
