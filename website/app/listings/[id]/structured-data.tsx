import { coordinatesOf, photosOf, priceOf } from 'portico-sdk';
import { JsonLd } from '@/components/json-ld';
import { isRental } from '@/lib/format';
import { homePath } from '@/lib/ids';
import { isHidden, type Listing, type OpenHouse, summaryOf } from '@/lib/listing';
import { siteUrl } from '@/lib/settings';
import { standingOf } from '@/lib/standing';
import { known } from '@/lib/words';

interface Props {
  readonly listing: Listing;
  readonly openHouses: readonly OpenHouse[];
}

/** What search engines read of a listing: schema.org, as JSON-LD. */
export function StructuredData({ listing, openHouses }: Props) {
  return <JsonLd data={[homeOf(listing), ...openHouses.map((open) => eventOf(listing, open))]} />;
}

const urlOf = (listing: Listing): string => new URL(homePath(listing), siteUrl()).href;

function homeOf(listing: Listing): object {
  const price = priceOf(listing);
  const place = coordinatesOf(listing);
  return {
    ...{ '@context': 'https://schema.org', '@type': 'RealEstateListing' },
    ...{ url: urlOf(listing), name: listing.main_address, description: summaryOf(listing) },
    image: photosOf(listing).slice(0, 6),
    ...(price && { offers: offerOf(listing, price) }),
    about: {
      '@type': 'Accommodation',
      numberOfBedrooms: listing.essentials_beds,
      numberOfBathroomsTotal: listing.essentials_bath,
      ...(listing.essentials_size > 0 && {
        floorSize: {
          '@type': 'QuantitativeValue',
          value: listing.essentials_size,
          unitCode: 'FTK',
        },
      }),
      address: addressOf(listing),
      // Search engines get no more than visitors do.
      ...(place && !isHidden(listing) && { geo: { '@type': 'GeoCoordinates', ...place } }),
    },
  };
}

const AVAILABILITY = { open: 'InStock', pending: 'LimitedAvailability', gone: 'SoldOut' } as const;

function offerOf(listing: Listing, price: number): object {
  return {
    ...{ '@type': 'Offer', price, priceCurrency: 'USD' },
    availability: `https://schema.org/${AVAILABILITY[standingOf(listing).state]}`,
    businessFunction: `http://purl.org/goodrelations/v1#${isRental(listing) ? 'LeaseOut' : 'Sell'}`,
  };
}

function eventOf(listing: Listing, { start, end }: OpenHouse): object {
  return {
    ...{ '@context': 'https://schema.org', '@type': 'Event' },
    ...{ name: `Open house: ${listing.main_address}`, url: urlOf(listing) },
    startDate: start.toISOString(),
    ...(end && { endDate: end.toISOString() }),
    location: {
      ...{ '@type': 'Place', name: listing.main_address, address: addressOf(listing) },
    },
  };
}

function addressOf(listing: Listing): object {
  const hidden = isHidden(listing);
  const place = known(listing.main_neighborhood);
  return {
    '@type': 'PostalAddress',
    ...(!hidden && {
      streetAddress: `${listing.main_house} ${listing.main_street}`.trim(),
      postalCode: listing.main_zipcode,
    }),
    ...(place && { addressLocality: place }),
    addressCountry: 'US',
  };
}
