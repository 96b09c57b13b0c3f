import type { Phrase } from './subject.js';
import { capital } from './words.js';

/**
 * The neighborhood. Each phrase names at least one of its places, so that no two areas read alike.
 */
export const AROUND: readonly Phrase[] = [
  {
    say: (s) =>
      `${capital(s.places[0])} and ${s.places[1]} are both a short walk away, and ${s.trains} stop nearby.`,
  },
  {
    say: (s) =>
      `You will find ${s.places[0]} closer than you think, ${s.places[1]} a little beyond it.`,
  },
  { say: (s) => `Weekends here mean ${s.places[0]}; weekdays, ${s.trains}.` },
  {
    say: (s) =>
      `In ${s.neighborhood} the day can start near ${s.places[0]} and end near ${s.places[2]} without a subway ride.`,
  },
  { say: (s) => `Moments from ${s.places[0]}, with ${s.places[1]} around the corner.` },
  { say: (s) => `The location explains itself: ${s.places[0]}, ${s.places[1]} and ${s.trains}.` },
  { say: (s) => `Neighbors swear by ${s.places[2]}. Newcomers discover ${s.places[0]} first.` },
  { say: (s) => `For the commute, ${s.trains}; for everything else, ${s.places[0]}.` },
  {
    say: (s) =>
      `Between ${s.places[0]} and ${s.places[1]}, on the kind of block that made ${s.neighborhood} popular in the first place.`,
  },
  { say: (s) => `${s.neighborhood} needs little introduction, but ${s.places[1]} deserves one.` },
  {
    say: (s) => `A few minutes on foot bring you to ${s.places[0]}, a few more to ${s.places[2]}.`,
  },
  {
    say: (s) =>
      `${capital(s.trains)} make the commute short; ${s.places[0]} makes leaving early worthwhile.`,
  },
  {
    say: (s) =>
      `Groceries, coffee and ${s.trains} are within three blocks; ${s.places[1]} within five.`,
  },
  { say: (s) => `Ask anyone who lives here about ${s.places[1]}. Then ask about ${s.places[2]}.` },
  {
    say: (s) =>
      `You are in the middle of ${s.neighborhood}, with ${s.places[0]} in one direction and ${s.places[1]} in the other.`,
  },
];
