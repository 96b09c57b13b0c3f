import type { ClassProfile } from './class-profile.js';
import { OTHER } from './other-classes.js';
import { OWNED } from './owned-classes.js';
import { RENTED } from './rented-classes.js';

const PROFILES = { ...OWNED, ...RENTED, ...OTHER };

/** The kinds of building the generator knows. */
export type BuildingClass = keyof typeof PROFILES;

/** Every class with its profile. */
export const CLASSES: Readonly<Record<BuildingClass, ClassProfile>> = PROFILES;
