import { Type } from 'typebox';
import { codes } from '../../api/envelopes.js';
import {
  choice,
  described,
  email,
  line,
  lines,
  number,
  type Param,
  required,
  truth,
  whole,
  zeroIsNone,
} from '../../api/params.js';
import { ALERT_TYPES } from './lead.listing.js';

const LONGEST_NAME = 200;
const LONGEST_PHONE = 100;
const LONGEST_TEXT = 10_000;
const LONGEST_LINE = 500;

/** The person that a lead is from. */
export const person = {
  firstname: required(described(line(LONGEST_NAME), 'First name'), codes.firstNameRequired),
  lastname: required(described(line(LONGEST_NAME), 'Last name'), codes.lastNameRequired),
  email: required(email(), codes.emailRequired),
  phone: described(line(LONGEST_PHONE), 'Phone'),
  comment: described(lines(LONGEST_TEXT), 'What the person asks or says'),
};

/** The id of a person or a record; -1 and 0 stand for none (R21). */
function numberOrNone(description: string): Param<number | undefined> {
  const id = zeroIsNone(whole());
  return {
    ...id,
    schema: Type.Integer({
      minimum: -1,
      description: `${description}; -1 and 0 are the same as none`,
    }),
    accepts: 'a whole number from 1, or -1 for none',
    parse: (text) => (text.trim() === '-1' ? undefined : id.parse(text)),
  };
}

/** The parameters of `POST /alerts`. R140. */
export const alertParams = {
  ...person,
  price: zeroIsNone(described(number(), 'Dollars; the range is ten percent to either side')),
  alertType: described(choice(ALERT_TYPES, 'For Rent'), 'What the person looks for'),
  minBeds: zeroIsNone(described(number(), 'Fewest bedrooms')),
  minBath: zeroIsNone(described(number(), 'Fewest bathrooms')),
  alertAddress: described(line(LONGEST_LINE), 'The area that the person looks in'),
  alertSource: described(line(LONGEST_LINE), 'Where the lead comes from, such as a page'),
  agentEmail: described(line(254), 'Email of the agent that the lead is for'),
  listingID: zeroIsNone(described(whole(), 'A listing, in place of price, type and area')),
};

/** The parameters of `POST /alerts/listingAlert`. R96. */
export const listingAlertParams = {
  listingID: required(described(whole(1), 'The listing that the lead is about')),
  ...person,
  isRLS: described(truth(), 'The id belongs to the RLS feed'),
  isMLS: described(truth(), 'The id belongs to the MLS feed'),
  agentID: numberOrNone('The agent that the lead is for'),
  clientID: numberOrNone('The member who asks'),
};
