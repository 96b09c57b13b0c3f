import type { Phrase, Subject } from './subject.js';
import { numberWord, thousands } from './words.js';

const sale = ({ plan }: Subject): boolean => plan.kind === 'sale';
const rental = ({ plan }: Subject): boolean => plan.kind === 'rental';
const open = ({ plan }: Subject): boolean => plan.onMarket;
const home = ({ plan }: Subject): boolean => plan.onMarket && plan.unit !== null;

/** Terms that a buyer or a tenant has to know. */
export const TERMS: readonly Phrase[] = [
  {
    when: (s) => sale(s) && s.plan.building.profile.tenure === 'coop',
    say: (s) =>
      `Maintenance of $${thousands(s.plan.maintenance)} a month includes taxes, heat and hot water. The board asks for ${s.plan.down} percent down.`,
  },
  {
    when: (s) => sale(s) && s.plan.building.profile.tenure === 'coop' && s.has('piedaterre'),
    say: (s) =>
      `Pieds-à-terre, gifting and guarantors are all considered; ${s.plan.down} percent down.`,
  },
  {
    when: (s) => sale(s) && s.has('sponsorunit'),
    say: () => 'A sponsor sale: no board approval is required.',
  },
  {
    when: (s) => sale(s) && s.plan.type === 'Condo',
    say: (s) =>
      `Common charges are $${thousands(s.plan.maintenance)} and taxes $${thousands(s.plan.taxes)} a month.`,
  },
  {
    when: (s) => sale(s) && s.plan.type === 'Condo' && s.has('piedaterre'),
    say: (s) =>
      `Owners may rent freely and use the home as a pied-à-terre. Taxes come to $${thousands(s.plan.taxes)} a month.`,
  },
  {
    when: (s) => sale(s) && s.plan.type === 'Condop',
    say: (s) =>
      `The monthly charge of $${thousands(s.plan.maintenance)} covers everything but electricity and cable.`,
  },
  {
    when: (s) => sale(s) && s.plan.building.profile.tenure === 'house',
    say: (s) => `Property taxes are only $${thousands(s.plan.taxes)} a month. Delivered vacant.`,
  },
  {
    when: (s) => s.terms.freeMonths > 0,
    say: (s) => `${s.terms.concession} The advertised rent is the gross rent.`,
  },
  {
    when: (s) => s.terms.noFee && s.plan.unit !== null,
    say: (s) =>
      `No broker fee. Leases run from ${numberWord(s.terms.leaseMin)} ${s.terms.leaseMin === 1 ? 'month' : 'months'}${s.terms.leaseMax > s.terms.leaseMin ? ` to ${numberWord(s.terms.leaseMax)}` : ''}.`,
  },
  {
    when: (s) => rental(s) && !s.terms.noFee && s.plan.unit !== null,
    say: (s) =>
      `The lease term is ${s.terms.leaseMin === s.terms.leaseMax ? '' : `${numberWord(s.terms.leaseMin)} to `}${numberWord(s.terms.leaseMax)} months; a broker fee applies.`,
  },
  {
    when: (s) => rental(s) && s.plan.building.features.included.has('heat'),
    say: () => 'Heat and hot water are included in the rent.',
  },
  {
    when: (s) => s.plan.furnished,
    say: () => 'Linens, kitchenware and internet stay with the apartment.',
  },
];

/** Last sentences. */
export const CLOSINGS: readonly Phrase[] = [
  { when: home, say: () => 'Showings on short notice; please ask for the floor plan.' },
  { when: home, say: () => 'Come at noon, when it is at its best.' },
  {
    when: home,
    say: (s) => `Photographs tell half of it. Come and see the other half of this ${s.home}.`,
  },
  { when: (s) => open(s) && rental(s), say: () => 'Applications are taken as they arrive.' },
  {
    when: (s) => home(s) && sale(s),
    say: () => 'The full offering file, with minutes and financials, is ready for your attorney.',
  },
  { when: (s) => open(s) && s.plan.category === 6, say: () => 'Co-brokers are welcome.' },
  { when: (s) => open(s) && s.plan.category === 2, say: () => 'An exclusive of this office.' },
  {
    when: (s) => s.plan.status === 'In Contract',
    say: () => 'Currently in contract; back-up inquiries are kept on file.',
  },
  {
    when: (s) => s.plan.status === 'Offer In',
    say: () => 'An offer has been received. Highest and best are being collected.',
  },
  {
    when: (s) => s.plan.status === 'App. Pending',
    say: () => 'An application is being processed at this time.',
  },
  {
    when: open,
    say: (s) =>
      `Ask us about recent ${s.plan.kind === 'sale' ? 'sales' : 'leases'} in ${s.neighborhood}; we keep an honest list.`,
  },
  {
    when: (s) => home(s) && sale(s),
    say: () => 'Please allow a day’s notice, as the owners still live here and like to tidy.',
  },
  {
    when: (s) => home(s) && rental(s),
    say: (s) =>
      `Video tours are possible if you are not in the city yet; many of our ${s.neighborhood} tenants were not.`,
  },
];
