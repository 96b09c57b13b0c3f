import { type Static, Type } from 'typebox';
import { outcomes } from '../../api/envelopes.js';

/**
 * The answer of `POST /marketplace`. R149.
 */
export const MarketplaceEnvelope = outcomes(
  'MarketplaceEnvelope',
  {
    SUCCESS: Type.Boolean({ description: 'Whether the lead was stored' }),
    ALERT_ID: Type.String({ description: 'Number of the stored lead; empty on failure' }),
    DATABASE: Type.String({ description: 'Name of the client database' }),
    SOURCE: Type.String({ description: 'The source name of the lead' }),
    MARKETPLACE: Type.String({ description: 'The registered name of the partner' }),
    AGENT: Type.String({ description: 'Email address of the agent' }),
    MESSAGE: Type.String({ description: 'Always empty' }),
    ERROR: Type.Optional(Type.String({ description: 'What failed; on failure only' })),
  },
  {
    success: { SUCCESS: Type.Literal(true), ERROR: undefined },
    error: {
      SUCCESS: Type.Literal(false),
      ALERT_ID: Type.Literal('', { description: 'Always empty' }),
      ERROR: Type.String({ description: 'What failed' }),
    },
  },
);

/** The answer of `POST /marketplace`. */
export type MarketplaceEnvelope = Static<typeof MarketplaceEnvelope>;

/** The fields that name the parties of a lead. */
export type LeadParties = Pick<
  MarketplaceEnvelope,
  'DATABASE' | 'SOURCE' | 'MARKETPLACE' | 'AGENT'
>;

/**
 * The answer to a refused lead.
 *
 * @param error What failed, in words for the partner.
 * @param parties As far as they were read by then; the rest is empty.
 */
export function marketplaceFailure(
  error: string,
  parties: Partial<LeadParties>,
): MarketplaceEnvelope {
  return {
    SUCCESS: false,
    ALERT_ID: '',
    DATABASE: '',
    SOURCE: '',
    MARKETPLACE: '',
    AGENT: '',
    MESSAGE: '',
    ...parties,
    ERROR: error,
  };
}

/** The answer to a stored lead. */
export function marketplaceSuccess(alertId: string, parties: LeadParties): MarketplaceEnvelope {
  return { SUCCESS: true, ALERT_ID: alertId, ...parties, MESSAGE: '' };
}
