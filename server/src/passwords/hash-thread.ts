/** The code of a thread of passwords.ts. */
import { hashSync, type Options, verifySync } from '@node-rs/argon2';
import { standBack } from '../lib/stand-back.js';

/** A password to hash, or one to compare with a hash. */
export type HashWork =
  | { readonly password: Uint8Array; readonly options: Options }
  | { readonly password: Uint8Array; readonly stored: string };

standBack();

/** Returns the text form of the hash, or whether the password matches. */
export default function hashOrCompare(work: HashWork): string | boolean {
  try {
    return 'stored' in work
      ? verifySync(work.stored, work.password)
      : hashSync(work.password, work.options);
  } catch (error) {
    throw new Error(`A password could not be hashed: ${(error as Error).message}`);
  }
}
