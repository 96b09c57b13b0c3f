import { type Static, type TObject, type TProperties, type TSchema, Type } from 'typebox';
import { documentedAs, enumeration, oneOf } from './fields.js';

/** The codes of the standard write envelope, a closed list. R62, R63. */
export const codes = {
  done: '100',
  leadStored: '101',
  /** The success of the view counter, the virtual tour and the video callback. */
  counted: '200',
  emailRequired: '250',
  emailInvalid: '251',
  firstNameRequired: '252',
  lastNameRequired: '253',
  listingUnknown: '254',
  fieldMissing: '255',
  valueMalformed: '256',
  memberUnknown: '257',
  emailTaken: '258',
  credentialsMismatch: '259',
  agentUnknown: '260',
} as const;

export type Code = (typeof codes)[keyof typeof codes];

/** Why a call failed: one of the codes, and words that name the cause. */
export class Failure {
  /**
   * @param code Empty where the answer has no code; such a failure is answered before all others.
   */
  constructor(
    readonly code: Code | '',
    readonly message: string,
  ) {}
}

/** The status of HTTP that a code of failure has for callers that ask for strict errors (R331); others have 400. */
const STRICT_STATUSES: Partial<Record<Code, 404 | 409 | 422>> = {
  [codes.listingUnknown]: 404,
  [codes.memberUnknown]: 404,
  [codes.agentUnknown]: 404,
  [codes.emailTaken]: 409,
  [codes.credentialsMismatch]: 422,
};

export type StrictStatus = 400 | 404 | 409 | 422;

export function strictStatusOf(code: Code): StrictStatus {
  return STRICT_STATUSES[code] ?? 400;
}

/** The status of an answer for callers that ask for strict errors; undefined where it is no error. */
export function strictStatus(answer: unknown): StrictStatus | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined;
  const { STATUS, STATUS_CODE } = answer as { STATUS?: unknown; STATUS_CODE?: unknown };
  return STATUS === 'Error' ? strictStatusOf(STATUS_CODE as Code) : undefined;
}

export const successCodes = [
  [codes.done, 'done'],
  [codes.leadStored, 'the lead is stored'],
  [codes.counted, 'counted, or attached'],
] as const;
export const failureCodes = [
  [codes.emailRequired, 'email is required'],
  [codes.emailInvalid, 'email is malformed'],
  [codes.firstNameRequired, 'firstname is required'],
  [codes.lastNameRequired, 'lastname is required'],
  [codes.listingUnknown, 'there is no such listing'],
  [codes.fieldMissing, 'another required field is missing'],
  [codes.valueMalformed, 'a parameter or the body is malformed'],
  [codes.memberUnknown, 'there is no such member'],
  [codes.emailTaken, 'another member has this email'],
  [codes.credentialsMismatch, 'email and password, or email and code, do not match'],
  [codes.agentUnknown, 'there is no such agent'],
] as const satisfies readonly (readonly [Code, string])[];

const envelopeFields = {
  STATUS: oneOf(['Success', 'Error'], 'Whether the work was done'),
  STATUS_CODE: Type.String({ description: 'One of the codes' }),
  MESSAGE: Type.String({ description: 'What failed; mostly empty on success' }),
};

const codeSchema = (name: string, meanings: readonly (readonly [Code, string])[]) =>
  Type.Unsafe<Code>({ type: 'string', ...enumeration(meanings), $id: name });

const onSuccess = {
  STATUS: Type.Literal('Success'),
  STATUS_CODE: codeSchema('SuccessCode', successCodes),
  MESSAGE: Type.String({ description: 'Mostly empty' }),
};
const onError = {
  STATUS: Type.Literal('Error'),
  STATUS_CODE: codeSchema('ErrorCode', failureCodes),
  MESSAGE: Type.String({ description: 'What failed, in words for the developer of the website' }),
};

/** The fields of one outcome that differ from those of the answer; `undefined` leaves a field out. */
type Outcome<Fields> = { readonly [Name in keyof Fields]?: TSchema | undefined };

/**
 * An answer that has one shape when the work was done and another when it was not. It is written by
 * one schema with the fields of both; the document has a schema for each, which a constant tells apart.
 *
 * @param name The answer's name. In the document, `Success` and `Error` stand in the place of `Envelope`.
 * @param fields All fields of the answer, in their order.
 */
export function outcomes<Fields extends TProperties>(
  name: `${string}Envelope`,
  fields: Fields,
  { success, error }: { readonly success: Outcome<Fields>; readonly error: Outcome<Fields> },
): TObject<Fields> {
  const variant = ($id: string, outcome: Outcome<Fields>) =>
    Type.Object(definedOnly({ ...fields, ...outcome }), { $id, additionalProperties: false });
  const stem = name.slice(0, -'Envelope'.length);
  return documentedAs(
    Type.Object(fields, { $id: name, additionalProperties: false }),
    Type.Union([variant(`${stem}Success`, success), variant(`${stem}Error`, error)]),
  );
}

function definedOnly(fields: Readonly<Record<string, TSchema | undefined>>): TProperties {
  const there = Object.entries(fields).filter(([, schema]) => schema !== undefined);
  return Object.fromEntries(there) as TProperties;
}

/** As `outcomes`, for the standard envelope with more fields after its own. */
export function envelope<Fields extends TProperties>(
  name: `${string}Envelope`,
  fields: Fields,
  { success, error }: { readonly success: Outcome<Fields>; readonly error: Outcome<Fields> },
): TObject<typeof envelopeFields & Fields> {
  return outcomes(
    name,
    { ...envelopeFields, ...fields },
    { success: { ...onSuccess, ...success }, error: { ...onError, ...error } },
  ) as unknown as TObject<typeof envelopeFields & Fields>;
}

const plain = { additionalProperties: false } as const;

/** The answer of a write that was not done, and of a read with a malformed parameter (R61). */
export const ErrorEnvelope = Type.Object(onError, {
  ...plain,
  $id: 'ErrorEnvelope',
  description: 'Nothing was done: a parameter is missing or malformed, or names what is not there',
});

/** The answer of an ordinary write that was done. */
export const SuccessEnvelope = Type.Object(onSuccess, { ...plain, $id: 'SuccessEnvelope' });

/** The answer of an ordinary write (R61). */
export const WriteEnvelope = documentedAs(
  Type.Object(envelopeFields, { ...plain, $id: 'WriteEnvelope' }),
  Type.Union([SuccessEnvelope, ErrorEnvelope]),
);

/** The answer of an ordinary write. */
export type WriteEnvelope = Static<typeof WriteEnvelope>;

/** The work was done. */
export function success(code: Code, message = ''): WriteEnvelope {
  return { STATUS: 'Success', STATUS_CODE: code, MESSAGE: message };
}

/** The work was not done. The message names the cause. */
export function writeFailure({ code, message }: Failure): WriteEnvelope {
  return { STATUS: 'Error', STATUS_CODE: code, MESSAGE: message };
}

/** What is wrong with a call that manages records, in the form of all answers to such calls (R255). */
export function refusalEnvelope(status: number, words: string) {
  return { STATUS: 'Error', STATUS_CODE: String(status), MESSAGE: words };
}
