import { Type } from 'typebox';
import { codes } from '../../api/envelopes.js';
import {
  choice,
  described,
  email,
  line,
  type Param,
  pageNumber,
  pageSize,
  required,
  truth,
  type Values,
  whole,
  zeroIsNone,
} from '../../api/params.js';
import { addVersion, clientId, newPassword } from './member.params.js';

/** Bounds of stored lines, in characters. */
const LONGEST_NAME = 200;
const LONGEST_PHONE = 100;

/** The parameters of a registration. R155. */
export const registrationParams = {
  firstname: required(described(line(LONGEST_NAME), 'First name'), codes.firstNameRequired),
  lastname: required(described(line(LONGEST_NAME), 'Last name'), codes.lastNameRequired),
  email: required(email(), codes.emailRequired),
  password: required(newPassword()),
  addVersion: addVersion(),
};

/** The parameters of `GET /clients/{id}`. */
export const clientParams = { addVersion: addVersion() };

/** The parameters of a change to a member. R161. */
export const updateParams = {
  clientID: clientId(),
  firstname: described(line(LONGEST_NAME), 'First name'),
  lastname: described(line(LONGEST_NAME), 'Last name'),
  email: email(),
  phone: described(line(LONGEST_PHONE), 'Phone'),
  password: newPassword(),
};

/** An address to search for, unchecked: a search for a text that is no address finds nobody. */
const searchedEmail: Param<string | undefined> = {
  ...line(254),
  schema: Type.String({ maxLength: 254, description: 'The whole address, in any letter case' }),
};

const verified: Param<boolean | undefined> = {
  ...truth(),
  fallback: undefined,
  schema: Type.Boolean({ description: 'Only those who have, or have not, redeemed their code' }),
};

/** The parameters of a search for members. R153. */
export const clientSearchParams = {
  order: described(choice(['desc', 'asc'], 'desc'), 'By the date of their creation'),
  limit: pageSize(20, 40),
  page: pageNumber(),
  id: zeroIsNone(described(whole(), 'This member only')),
  email: searchedEmail,
  verified,
  includeDealInfo: described(truth(), "Adds the fields of each member's latest deal"),
};

/** The values of a search for members. */
export type ClientSearch = Values<typeof clientSearchParams>;
