/** Verifies what Portico sends to a receiver of webhooks, which is signed after Standard Webhooks 1.0.0. */
import { hmacKey } from './signing.js';

type Subject =
  | 'listing'
  | 'building'
  | 'agent'
  | 'blog'
  | 'team'
  | 'office'
  | 'neighborhood'
  | 'label'
  | 'press'
  | 'video'
  | 'testimonial'
  | 'document'
  | 'link';

/** What happened to one record. */
interface RecordData {
  readonly resource: string;
  readonly id: number;
  readonly op: 'created' | 'updated' | 'removed';
  /** Grows with every write: a message with a lower one is older. */
  readonly seq: number;
  /** The fields that changed, where they are known. */
  readonly changed?: readonly string[];
  /** The price and the status that a listing had. */
  readonly before?: { readonly financials_price?: number; readonly main_status?: string };
}

/** What happened to leads or members: to one with `id`, or to `count` of them. */
interface PeopleData extends Partial<Omit<RecordData, 'before' | 'seq' | 'op'>> {
  readonly op?: RecordData['op'] | 'erased';
  readonly count?: number;
}

/** Whose favourite a listing became or ceased to be, or how many did. */
interface FavoriteData {
  readonly resource: string;
  readonly op: 'created' | 'removed';
  readonly clientID?: number;
  readonly listingID?: number;
  /** Where the listing is from. */
  readonly listingOf?: 'own' | 'mls' | 'rls';
  readonly count?: number;
}

/** How a pull from an MLS ended. */
interface PullData {
  readonly resource: 'pull';
  readonly source: string;
  /** The feed that it fills; absent where that is the client itself. */
  readonly feed?: string;
  /** Records read, written and rejected, by kind. */
  readonly counts: object;
}

/** The data of each type of message, besides `client`. */
type MessageData = { readonly [Type in `${Subject}.${RecordData['op']}`]: RecordData } & {
  readonly [Type in `lead.${'created' | 'repeated' | 'updated' | 'removed' | 'erased'}`]: PeopleData & {
    /** Where the receiver gets leads whole. */
    readonly lead?: Readonly<Record<string, unknown>>;
  };
} & {
  readonly [Type in `member.${'registered' | 'verified' | 'updated' | 'removed'}`]: PeopleData;
} & {
  readonly [Type in `favorite.${'added' | 'removed'}`]: FavoriteData;
} & {
  readonly 'import.completed': { readonly resource: 'import'; readonly counts: object };
  readonly 'import.failed': {
    readonly resource: 'import';
    readonly result: 'failed' | 'rejected' | 'partial' | 'refused';
    readonly counts: object;
  };
  readonly 'pull.completed': PullData;
  readonly 'pull.failed': PullData & { readonly result: 'failed' | 'rejected' | 'refused' };
  readonly 'changes.available': { readonly cursor?: string };
  readonly 'webhook.test': Readonly<Record<never, never>>;
};

/** What happened, such as `lead.created`. */
export type WebhookType = keyof MessageData;

/** A message that was verified. Its `type` says what its `data` has. */
export type WebhookMessage = {
  readonly [Type in WebhookType]: {
    /** `webhook-id`: the same when the message comes again. Remember it, to work on each once. */
    readonly id: string;
    readonly type: Type;
    /** When it happened, in ISO 8601. */
    readonly timestamp: string;
    readonly data: MessageData[Type] & { readonly client: string };
  };
}[WebhookType];

/** Thrown for what is not from Portico, too old, or changed on its way. Answer it with 400. */
export class WebhookVerificationError extends Error {
  override name = 'WebhookVerificationError';
}

/** The headers of a request, in any of the usual shapes. */
type HeadersLike = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** How messages are verified. */
export interface VerifyOptions {
  /** Seconds by which `webhook-timestamp` may be off; 300 by default. */
  readonly tolerance?: number;
  /** The time now, in milliseconds since the epoch. */
  readonly now?: number;
}

/**
 * Verifies a message and reads it.
 *
 * @param body The body as it came, byte for byte: if you parse it and write it again, it is a different one.
 * @param secrets The secret that `portico webhook add` printed, or two while one is being replaced.
 * @throws WebhookVerificationError
 * @example
 * const { id, type, data } = await verify(await request.text(), request.headers, secret);
 * if (type === 'listing.updated') console.log(id, data.id);
 */
export async function verify(
  body: string,
  headers: HeadersLike,
  secrets: string | readonly string[],
  { tolerance = 300, now = Date.now() }: VerifyOptions = {},
): Promise<WebhookMessage> {
  const id = header(headers, 'webhook-id');
  const timestamp = header(headers, 'webhook-timestamp');
  const signatures = header(headers, 'webhook-signature').split(' ');
  if (!/^\d+$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > tolerance) {
    throw new WebhookVerificationError('The message is too old, or from the future.');
  }
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  for (const secret of [secrets].flat()) {
    const key = await hmacKey(bytesOf(secret.replace(/^whsec_/, '')));
    for (const signature of signatures) {
      const [version, mac = ''] = signature.split(',');
      if (version !== 'v1') continue;
      // Compares in constant time.
      if (await crypto.subtle.verify('HMAC', key, bytesOf(mac), signed)) {
        return { ...(JSON.parse(body) as WebhookMessage), id };
      }
    }
  }
  throw new WebhookVerificationError('No signature of the message matches the secret.');
}

function header(headers: HeadersLike, name: string): string {
  const value =
    headers instanceof Headers
      ? headers.get(name)
      : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  if (typeof value !== 'string' || value === '') {
    throw new WebhookVerificationError(`The header ${name} is missing.`);
  }
  return value;
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  try {
    return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  } catch {
    return new Uint8Array();
  }
}
