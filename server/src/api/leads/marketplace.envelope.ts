import { type Static, Type } from 'typebox';

/**
 * The answer of `POST /marketplace`. R149.
 */
export const MarketplaceEnvelope = Type.Object(
  {
    SUCCESS: Type.Boolean({ description: 'Whether the lead was stored' }),
    ALERT_ID: Type.String({ description: 'Number of the stored lead; empty on failure' }),
    DATABASE: Type.String({ description: 'Name of the client database' }),
    SOURCE: Type.String({ description: 'The source name of the lead' }),
    MARKETPLACE: Type.String({ description: 'The registered name of the partner' }),
    AGENT: Type.String({ description: 'Email address of the agent' }),
    MESSAGE: Type.String(),
    ERROR: Type.Optional(Type.String({ description: 'What failed; on failure only' })),
  },
  { $id: 'MarketplaceEnvelope', additionalProperties: false },
);

/** The answer of `POST /marketplace`. */
export type MarketplaceEnvelope = Static<typeof MarketplaceEnvelope>;

/** What is known of a lead when it fails, or is stored. */
export type KnownOfLead = Partial<
  Pick<MarketplaceEnvelope, 'DATABASE' | 'SOURCE' | 'MARKETPLACE' | 'AGENT'>
>;

/**
 * The lead was refused.
 *
 * @param error What failed, in words for the partner.
 * @param known What was known by then; the rest is empty.
 */
export function marketplaceFailure(error: string, known: KnownOfLead): MarketplaceEnvelope {
  return {
    SUCCESS: false,
    ALERT_ID: '',
    DATABASE: '',
    SOURCE: '',
    MARKETPLACE: '',
    AGENT: '',
    MESSAGE: '',
    ...known,
    ERROR: error,
  };
}

/** The lead was stored. */
export function marketplaceSuccess(
  alertId: string,
  known: Required<KnownOfLead>,
): MarketplaceEnvelope {
  return { SUCCESS: true, ALERT_ID: alertId, ...known, MESSAGE: '' };
}
