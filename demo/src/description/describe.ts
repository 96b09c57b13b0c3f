import { AROUND } from './around.js';
import { BUSINESS } from './business.js';
import { CLOSINGS, TERMS } from './closings.js';
import { HOUSE, petWords } from './house.js';
import { OPENINGS } from './openings.js';
import { BEDROOMS, KITCHEN, LIVING, OUTSIDE } from './rooms.js';
import type { Phrase, Subject, Voice } from './subject.js';

const sentences = (...parts: string[]): string => parts.filter(Boolean).join(' ');

/**
 * Marketing copy of a listing: three to five short paragraphs with an empty line between them. It
 * says only what the record supports, and nothing that reveals a hidden address.
 */
export function describe(subject: Subject, voice: Voice): string {
  const say = (phrases: readonly Phrase[]): string => voice.say(phrases, subject);
  const business = BUSINESS[subject.plan.type];
  const paragraphs = business
    ? [say(business[0]), say(business[1]), sentences(say(AROUND), say(CLOSINGS))]
    : [
        say(OPENINGS),
        sentences(say(LIVING), say(KITCHEN), say(BEDROOMS)),
        sentences(say(OUTSIDE), say(HOUSE), petWords(subject)),
        say(AROUND),
        sentences(say(TERMS), say(CLOSINGS)),
      ];
  return paragraphs.filter(Boolean).join('\n\n');
}
