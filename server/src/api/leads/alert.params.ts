import { codes } from '../envelopes.js';
import {
  choice,
  described,
  email,
  line,
  lines,
  MALFORMED,
  number,
  type Param,
  required,
  truth,
  whole,
  zeroIsNone,
} from '../params.js';
import { ALERT_TYPES } from './lead.listing.js';

const LONGEST_NAME = 200;
const LONGEST_PHONE = 100;
const LONGEST_TEXT = 10_000;
const LONGEST_LINE = 500;

/** The person that a lead is from. */
export const person = {
  firstname: required(line(LONGEST_NAME), codes.firstNameRequired),
  lastname: required(line(LONGEST_NAME), codes.lastNameRequired),
  email: required(email(), codes.emailRequired),
  phone: line(LONGEST_PHONE),
  comment: lines(LONGEST_TEXT),
};

/** The id of a person or a record; -1 and 0 stand for none (R21). */
function numberOrNone(): Param<number | undefined> {
  const id = zeroIsNone(whole());
  return {
    ...id,
    schema: { ...id.schema, minimum: -1, default: -1 } as Param<number>['schema'],
    accepts: 'a whole number from 1, or -1 for none',
    parse: (text) => {
      const value = text.trim() === '-1' ? undefined : id.parse(text);
      return value === MALFORMED ? MALFORMED : value;
    },
  };
}

/** The parameters of `POST /alerts`. R140. */
export const alertParams = {
  ...person,
  price: described(zeroIsNone(number()), 'The range is ten percent to either side'),
  alertType: choice(ALERT_TYPES, 'For Rent'),
  minBeds: zeroIsNone(number()),
  minBath: zeroIsNone(number()),
  alertAddress: line(LONGEST_LINE),
  alertSource: line(LONGEST_LINE),
  agentEmail: described(line(254), 'The agent that the lead is for'),
  listingID: described(zeroIsNone(whole()), 'In place of price, type and area'),
};

/** The parameters of `POST /alerts/listingAlert`. R96. */
export const listingAlertParams = {
  listingID: required(whole(1)),
  ...person,
  isRLS: described(truth(), 'The id belongs to the RLS feed'),
  isMLS: described(truth(), 'The id belongs to the MLS feed'),
  agentID: numberOrNone(),
  clientID: numberOrNone(),
};
