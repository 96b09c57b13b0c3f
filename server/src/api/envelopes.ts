import { type Static, Type } from 'typebox';

/**
 * The codes of the standard write envelope, a closed list. R62, R63.
 */
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

/** One of the codes. */
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

/** The answer of an ordinary write, and of a read with a malformed parameter (R61). */
export const WriteEnvelope = Type.Object(
  {
    STATUS: Type.Enum(['Success', 'Error'], { description: 'Whether the work was done' }),
    STATUS_CODE: Type.String({ description: '100, 101 or 200 on success; 250 to 260 otherwise' }),
    MESSAGE: Type.String({ description: 'What failed; mostly empty on success' }),
  },
  { $id: 'WriteEnvelope', additionalProperties: false },
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
