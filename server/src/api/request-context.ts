import type { ClientEntry } from '../store/directory/directory.js';
import type { TenantDatabase } from '../store/tenant/open.js';
import type { Tenant } from '../store/tenant-databases.js';
import { type FeedDisplay, feedDisplay } from './named-settings.js';

/** What an answer needs besides the row: the tenant, the time and the public address. */
export interface AnswerContext {
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** IANA zone of the database that answers (R33). */
  readonly timeZone: string;
  readonly role: TenantDatabase['role'];
  /** What is shown of the feed whose records these are; undefined for the tenant's own. */
  readonly feed: { readonly title: string; readonly display: FeedDisplay } | undefined;
  /** Whether coordinates of listings with a hidden address are rounded. */
  readonly coarsenHidden: boolean;
  /** Absolute URL of a picture. An absolute URL stays as it is, an empty one stays empty. */
  readonly mediaUrl: (path: string) => string;
  /** Absolute URL of what a field leads to that holds a URL (R177). */
  readonly linkUrl: (address: string) => string;
  /** Absolute URL of the tenant's files, with a slash at its end. */
  readonly mediaFolder: string;
}

/** For records of exports: addresses as they were imported, because the host of this server is not part of the data. */
export const AS_STORED: Pick<AnswerContext, 'mediaUrl' | 'linkUrl' | 'mediaFolder'> = {
  mediaUrl: (path) => path,
  linkUrl: (address) => address,
  mediaFolder: '',
};

const ABSOLUTE = /^(https?:)?\/\//i;
/**
 * A path that needs no encoding, as most do. Splitting and encoding one takes ten times as long.
 */
const PLAIN = /^[\w.!~*'()/-]*$/;

/** What no folder of files has to complete: a URL with a scheme, and a path, query or place of the page's own. */
const COMPLETE = /^([a-z][a-z0-9+.-]*:|[/?#])/i;
/** An address without its scheme begins with the name of a host. */
const HOST = /^([a-z0-9-]+\.)+[a-z]{2,}(?=[/?#]|$)/i;
/** What looks like the name of a host, but is that of a file. */
const FILE_NAME =
  /^[^/]*\.(avif|csv|docx?|gif|html?|jpe?g|m4v|mov|mp[34]|ogv|pdf|png|pptx?|svg|txt|web[mp]|xlsx?|zip)$/i;

export function answerContext(settings: ClientEntry, now: number, baseUrl: string): AnswerContext {
  const folder = `${baseUrl}/media/${settings.name}/`;
  const mediaUrl = (path: string): string => {
    if (path === '' || ABSOLUTE.test(path)) return path;
    if (PLAIN.test(path)) return folder + path;
    return folder + path.split('/').map(encodeURIComponent).join('/');
  };
  return {
    now,
    timeZone: settings.time_zone,
    role: settings.kind,
    feed:
      settings.kind === 'client'
        ? undefined
        : { title: settings.title, display: feedDisplay.read(settings.display) },
    coarsenHidden: settings.coarsen_hidden === 1,
    mediaUrl,
    linkUrl: (address) => {
      if (address === '' || COMPLETE.test(address)) return address;
      const host = HOST.test(address) && !FILE_NAME.test(address);
      return host ? `https://${address}` : mediaUrl(address);
    },
    mediaFolder: folder,
  };
}

/** The contexts of a tenant's own records and of those of the feeds that it reads. */
export interface TenantContexts {
  readonly context: AnswerContext;
  readonly feedContext: (kind: 'mls' | 'rls') => AnswerContext;
}

/** A feed has its own settings, except that the tenant decides on hidden addresses. */
export function tenantContexts(
  { settings, feedSettings }: Pick<Tenant, 'settings' | 'feedSettings'>,
  now: number,
  baseUrl: string,
): TenantContexts {
  const context = answerContext(settings, now, baseUrl);
  return {
    context,
    feedContext: (kind) => ({
      ...answerContext(feedSettings[kind] ?? settings, now, baseUrl),
      coarsenHidden: context.coarsenHidden,
    }),
  };
}
