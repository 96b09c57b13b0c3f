/** A request that came to a played source, with what matters of it. */
export interface VendorRequest {
  readonly at: number;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly authorization: string | undefined;
  readonly prefer: string | undefined;
}

/** A request is refused. */
export class Refusal extends Error {
  constructor(
    message: string,
    readonly status = 400,
  ) {
    super(message);
  }
}

/** What is particular to a vendor, as far as it is documented. */
export interface Vendor {
  /** The field that says when a record has changed there. */
  readonly changed: string;
  /** Further fields of each record. */
  readonly more?: Readonly<Record<string, string>>;
  /** @throws Refusal for what the vendor does not take. */
  readonly check?: (call: VendorRequest, resource: string) => void;
  /** The order of pages, where the vendor decides it. */
  readonly orderOf?: (call: VendorRequest) => 'key' | 'changed' | 'none' | undefined;
  readonly linksInHeader?: (call: VendorRequest) => boolean;
  /** Whether a link leads to an empty page behind the last one. */
  readonly endsEmpty?: (call: VendorRequest) => boolean;
  /** For how long a link is good. */
  readonly linkMs?: number;
  /** Whether a chain ends at some number of rows, or a link beyond them is refused. */
  readonly endsChain?: boolean;
  readonly refusesMore?: (call: VendorRequest) => boolean;
  /** For how long a change is not shown. */
  readonly lagMs?: number;
}

const isReplication = ({ path }: VendorRequest) => path.endsWith('/replication');

/** The vendors that a counterpart plays. */
export const VENDORS = {
  reso: { changed: 'ModificationTimestamp' },
  mlsgrid: { changed: 'ModificationTimestamp', check: checkMlsGrid },
  trestle: {
    changed: 'ModificationTimestamp',
    endsEmpty: () => true,
    linkMs: 300_000,
    endsChain: true,
  },
  bridge: {
    changed: 'BridgeModificationTimestamp',
    // That of the MLS, long before.
    more: { ModificationTimestamp: '2020-01-01T00:00:00Z' },
    check: checkBridge,
    orderOf: (call) => (isReplication(call) ? 'none' : 'changed'),
    linksInHeader: isReplication,
    endsEmpty: isReplication,
    refusesMore: (call) => !isReplication(call),
  },
  spark: { changed: 'ModificationTimestamp', orderOf: () => 'key', lagMs: 900_000 },
} satisfies Readonly<Record<string, Vendor>>;

/** What MLS Grid filters by, in addition to fields of one resource. */
const FILTERABLE = ['OriginatingSystemName', 'ModificationTimestamp', 'MlgCanView'];
const FILTERABLE_OF: Readonly<Record<string, readonly string[]>> = {
  Property: ['ListingId', 'StandardStatus', 'PropertyType', 'ListOfficeMlsId'],
  Member: ['MemberMlsId'],
  Office: ['OfficeMlsId'],
};

function checkMlsGrid({ query }: VendorRequest, resource: string): void {
  const filter = query.$filter ?? '';
  if (filter.match(/OriginatingSystemName eq '/g)?.length !== 1) {
    throw new Refusal('OriginatingSystemName is needed, once');
  }
  if (query.$orderby !== undefined) throw new Refusal('$orderby is not accepted');
  const fields = [...FILTERABLE, ...(FILTERABLE_OF[resource] ?? [])];
  for (const [, field = ''] of filter.matchAll(/(\w+) (?:eq|gt|ge|in) /g)) {
    if (!fields.includes(field)) throw new Refusal(`${field} cannot be filtered by`);
  }
}

function checkBridge(call: VendorRequest): void {
  const { query } = call;
  if (query.$top !== undefined) throw new Refusal('$top is the number of all records');
  const hasMoment = (query.$filter ?? '').includes('Timestamp');
  if (isReplication(call) && (query.$orderby !== undefined || hasMoment)) {
    throw new Refusal('replication takes neither an order nor moments');
  }
}
