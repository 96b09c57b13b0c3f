import { NamedSettings, webAddress, words } from './named-settings.js';

/** What an operator may set about how websites show the listings of a feed (`feed set --display`). R374. */
export const feedDisplay = new NamedSettings('setting of a feed', {
  copyright: { check: words(300), description: 'The copyright line of the MLS' },
  logo: { check: webAddress, description: 'URL of its logo' },
  disclaimer: { check: words(2000), description: 'What it has websites say' },
  history: {
    check: (text) => {
      if (text === 'yes' || text === 'no') return text;
      throw new Error('is not yes or no');
    },
    description: 'Whether its license allows websites to show what listings cost before',
  },
});

/**
 * What is set of a feed. Until `history` is, answers have none of a feed, and searches find what became cheaper there, as
 * before there was such a setting.
 */
export type FeedDisplay = ReturnType<typeof feedDisplay.read>;
