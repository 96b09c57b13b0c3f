import { Type } from 'typebox';
import { described, MALFORMED, type Param, required, text } from '../params.js';

/** Characters of an address; browsers and proxies make trouble with longer ones. */
const LONGEST_URL = 2048;

/** What no address holds, and what ends an attribute of a page that an address is put into. */
const NEVER_IN_URL = /[\s"<>\\`\p{Cc}]/u;

/**
 * The address of a page, http or https (R99). A website puts it into a link or a frame, where `javascript:`
 * and `data:` would run. It is kept as given, and nobody here ever asks for what it leads to.
 */
export function webPage(description: string): Param<string | undefined> {
  return {
    schema: Type.String({ format: 'uri', maxLength: LONGEST_URL, description }),
    accepts: `an http:// or https:// address of at most ${LONGEST_URL} characters`,
    fallback: undefined,
    parse: (given) => {
      const url = given.trim();
      if (url.length > LONGEST_URL || NEVER_IN_URL.test(url)) return MALFORMED;
      return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : MALFORMED;
    },
  };
}

/** What `POST /vtour` may be told. R97. */
export const tourParams = {
  listingID: required(described(text(100), 'The number of the listing')),
  vtourURL: webPage('Becomes essentials_video'),
  vtourURL2: webPage('Becomes essentials_video2'),
};

/** What a video service calls a video: letters, digits and a few signs, as its addresses have it. */
const VIDEO_ID = /^(?=.*[A-Za-z0-9])[A-Za-z0-9_.:~-]{1,200}$/;

const videoId: Param<string | undefined> = {
  schema: Type.String({ maxLength: 200, description: 'The id that the video service gave' }),
  accepts: 'a video id: at most 200 letters, digits and characters out of _ . : ~ -',
  fallback: undefined,
  parse: (given) => (VIDEO_ID.test(given.trim()) ? given.trim() : MALFORMED),
};

const ulid: Param<string | undefined> = {
  schema: Type.String({ maxLength: 500, description: 'The unique id of the listing' }),
  accepts: 'one line of at most 500 characters',
  fallback: undefined,
  parse: (given) => (given.length > 500 || /\p{Cc}/u.test(given) ? MALFORMED : given.trim()),
};

/** What `POST /videohook` may be told. R100. */
export const hookParams = { videoId: required(videoId), ulid };
