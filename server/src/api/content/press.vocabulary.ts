/** What a press article may be; the first is what one is that tells nothing. */
export const pressTypes = ['Article', 'Video', 'Award'] as const;

/** One of them. */
export type PressType = (typeof pressTypes)[number];
