import 'server-only';
import sanitizeHtml from 'sanitize-html';
import { pictureOrigins, siteUrl } from './settings';

const TAGS = [
  ...['p', 'br', 'h2', 'h3', 'h4', 'ul', 'ol', 'li', 'blockquote', 'hr'],
  ...['strong', 'b', 'em', 'i', 'a', 'img', 'figure', 'figcaption'],
];

/**
 * HTML that the brokerage has written, such as a blog post, without all that a text does not need: scripts, styles, frames, forms,
 * handlers, and pictures of strangers, who would learn who reads. The page has an `h1` already.
 */
export function safeHtml(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: TAGS,
    allowedAttributes: { a: ['href', 'rel'], img: ['src', 'alt', 'width', 'height', 'loading'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowProtocolRelative: false,
    parseStyleAttributes: false,
    transformTags: {
      h1: 'h2',
      a: (tagName, { href = '' }) => ({
        tagName,
        attribs: { href, ...(isForeign(href) && { rel: 'noopener nofollow' }) },
      }),
      img: (tagName, attribs) => ({
        tagName,
        attribs: { ...attribs, alt: attribs.alt ?? '', loading: 'lazy' },
      }),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === 'img' && !isOwnPicture(attribs.src ?? ''),
  });
}

/** The text alone, as far as it fits: for lists and search engines. */
export function textOfHtml(html: string, most = 200): string {
  const text = sanitizeHtml(html.replace(/<\/(p|h\d|li)>/g, ' '), {
    allowedTags: [],
    allowedAttributes: {},
    // Characters as they are: React writes them as HTML needs it.
    textFilter: (part) => part,
  });
  const plain = decode(text).replace(/\s+/g, ' ').trim();
  return plain.length <= most ? plain : `${plain.slice(0, most).replace(/\s+\S*$/, '')} …`;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** The sanitizer leaves these four entities and no other. */
const decode = (text: string): string =>
  text.replace(/&(amp|lt|gt|quot);/g, (entity, name: string) => ENTITIES[name] ?? entity);

function isForeign(href: string): boolean {
  return URL.canParse(href, siteUrl()) && new URL(href, siteUrl()).origin !== siteUrl().origin;
}

function isOwnPicture(src: string): boolean {
  return URL.canParse(src) && pictureOrigins().includes(new URL(src).origin);
}
