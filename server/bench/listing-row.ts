import { PER_PAGE } from './searches.js';

/** Exactly the columns that the record of a search is made from. */
const COLUMNS = {
  l: `id building_id neighborhood_id agent_id coagent_id listingagent_id status type category house
     street apt cross_streets hide_address available bath beds floor by_appointment pets rooms size
     video video2 partner_video amenities_low amenities_high developments featured openhouse
     openhouseend openhouse2 openhouseend2 concession downpayment fee freemonth maintenance
     monthsfreereqminlease price taxes idx vow mls_no lease_term_min lease_term_max updated_at zip
     latitude longitude units subway city built families image images`,
  b: 'zip latitude longitude units subwayline city built families',
  n: 'name',
  a: 'email firstname lastname mobile phone image',
  c: 'email firstname lastname mobile phone image',
  g: 'email firstname lastname mobile phone image',
};

const columns = Object.entries(COLUMNS).flatMap(([table, names]) =>
  names.split(/\s+/).map((name) => `${table}.${name}`),
);

/**
 * The listings of a page, for as many ids as it has rows; an id without a listing finds nothing.
 */
export const LISTING_ROW_SQL = `select ${columns.join()}
  from listing l
  left join building b on b.id = l.building_id
  left join neighborhood n on n.id = l.neighborhood_id
  left join agent a on a.id = l.agent_id
  left join agent c on c.id = l.coagent_id
  left join agent g on g.id = l.listingagent_id
  where l.id in (${Array.from({ length: PER_PAGE }, () => '?').join()})`;
