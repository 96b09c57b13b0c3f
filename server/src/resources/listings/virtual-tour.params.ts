import { Type } from 'typebox';
import { described, MALFORMED, type Param, required, text } from '../../api/params.js';

/** The most characters of a URL; browsers and proxies have trouble with longer ones. */
const LONGEST_URL = 2048;

/** Characters that no URL holds, or that end an attribute of a page that the URL is put into. */
const NEVER_IN_URL = /[\s"<>\\`\p{Cc}]/u;

/**
 * The URL of a page, http or https (R99). A website puts it into a link or a frame, where
 * `javascript:` and `data:` would run. It is stored unchanged, and the server never fetches it.
 */
export function webPage(description: string): Param<string | undefined> {
  return {
    schema: Type.String({ format: 'uri', maxLength: LONGEST_URL, description }),
    accepts: `an http:// or https:// address of at most ${LONGEST_URL} characters`,
    fallback: undefined,
    parse: (input) => {
      const url = input.trim();
      if (url.length > LONGEST_URL || NEVER_IN_URL.test(url)) return MALFORMED;
      return /^https?:\/\//i.test(url) && URL.canParse(url) ? url : MALFORMED;
    },
  };
}

/** The parameters of `POST /vtour`. R97. */
export const tourParams = {
  listingID: required(described(text(100), 'The number of the listing')),
  vtourURL: webPage('Becomes essentials_video'),
  vtourURL2: webPage('Becomes essentials_video2'),
};

/** The id that a video service gives a video: letters, digits and a few signs, as in its URLs. */
const VIDEO_ID = /^(?=.*[A-Za-z0-9])[A-Za-z0-9_.:~-]{1,200}$/;

const videoId: Param<string | undefined> = {
  schema: Type.String({ maxLength: 200, description: 'The id that the video service gave' }),
  accepts: 'a video id: at most 200 letters, digits and characters out of _ . : ~ -',
  fallback: undefined,
  parse: (input) => (VIDEO_ID.test(input.trim()) ? input.trim() : MALFORMED),
};

const ulid: Param<string | undefined> = {
  schema: Type.String({ maxLength: 500, description: 'The unique id of the listing' }),
  accepts: 'one line of at most 500 characters',
  fallback: undefined,
  parse: (input) => (input.length > 500 || /\p{Cc}/u.test(input) ? MALFORMED : input.trim()),
};

/** The parameters of `POST /videohook`. R100. */
export const hookParams = { videoId: required(videoId), ulid };
