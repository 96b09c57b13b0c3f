import type { ListingPlan } from './listing-plan.js';

/** How to get in, for colleagues only. */
export function accessNote({ building, unit, random, onMarket, type }: ListingPlan): string {
  if (!onMarket) return '';
  const hours = random.pick(['two hours', 'four hours', '24 hours', '48 hours']);
  if (type === 'Land' || type === 'Development')
    return `Fence key at the office, hook ${random.int(3, 60)}.`;
  if (!unit) return `Meet on site; confirm by text ${hours} ahead.`;
  if (building.features.flags.has('doorman')) {
    return random.pick([
      `Keys with the doorman; sign the book. ${hours} notice to the tenant.`,
      'Concierge escorts. Bring a business card; no Sundays.',
      `Desk has keys under our name. Alarm off with ${random.int(1000, 9999)}.`,
    ]);
  }
  return random.pick([
    `Lockbox on the railing, code ${random.int(1000, 9999)}. Front door sticks: pull, then turn.`,
    `Tenant in place, ${hours} notice by text, cat must stay inside.`,
    `Keys at the office, hook ${random.int(3, 60)}. Return the same day.`,
    `Super lets in weekdays from nine to four; call ${hours} ahead.`,
  ]);
}
