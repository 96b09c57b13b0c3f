/** The types of press articles; the first is the default. */
export const pressTypes = ['Article', 'Video', 'Award'] as const;

/** One of the types of press articles. */
export type PressType = (typeof pressTypes)[number];
