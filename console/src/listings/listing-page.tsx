import { Box, Card, Chip, Link as PlainLink, Stack, Typography } from '@mui/material';
import { useRecordContext } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router';
import { path } from '../api';
import { pageOf, useBrokerage } from '../brokerage/brokerage-context';
import { OutsideLink } from '../outside-link';
import { RecordEdit } from '../records/edit';
import type { Photo } from '../records/kinds';
import { Picture } from '../records/picture';
import { useSession } from '../session';

type Listing = Readonly<Record<string, unknown>>;

/** The page of a listing, next to the card that the website will show. */
export function ListingPage() {
  return <RecordEdit name="listings" aside={<Preview />} />;
}

function Preview() {
  const form = useFormContext();
  return form === null ? <CardOfRecord /> : <CardOfForm />;
}

function CardOfForm() {
  const record = useRecordContext() ?? {};
  const typed: Listing = useWatch();
  return <WebsiteCard listing={{ ...record, ...typed }} />;
}

function CardOfRecord() {
  return <WebsiteCard listing={useRecordContext() ?? {}} />;
}

const text = (value: unknown): string =>
  value === undefined || value === null || value === 0 ? '' : String(value).trim();

/** The line of an address, as websites may show it. */
function addressOf(listing: Listing): string {
  const street = text(listing.main_street);
  if (listing.main_hide_address) return [street, '(address hidden)'].filter(Boolean).join(' ');
  const apartment = text(listing.main_apt);
  return [text(listing.main_house), street, apartment && `#${apartment}`].filter(Boolean).join(' ');
}

/** What visitors see of a listing in a list, made of what is in the form. */
function WebsiteCard({ listing }: { readonly listing: Listing }) {
  const brokerage = useBrokerage();
  const [first] = (listing.photos as readonly Photo[] | undefined) ?? [];
  const price = Number(listing.financials_price ?? 0);
  const page = pageOf(brokerage, Number(listing.id));
  const map = mapOf(listing);
  const facts = [
    [listing.essentials_beds, 'beds'],
    [listing.essentials_bath, 'baths'],
    [listing.essentials_size, 'sq ft'],
  ] as const;
  const status = text(listing.main_status);
  const heading = text(listing.extras_webtitle) || addressOf(listing) || 'No address yet';
  return (
    <Box component="aside" aria-label="As the website shows it">
      <Typography variant="caption" color="textSecondary" component="p" sx={{ mb: 0.5 }}>
        {listing.distribute
          ? 'As the website shows it'
          : 'As the website would show it: “Shown on the website” is off'}
      </Typography>
      <Card sx={{ borderRadius: 2 }}>
        <Picture filename={first?.filename ?? ''} alt={first?.name || heading} />
        <Stack sx={{ p: 1.5, gap: 0.5 }}>
          <Stack direction="row" sx={{ justifyContent: 'space-between', alignItems: 'center' }}>
            <Typography component="p" variant="h1">
              {price > 0 ? `$${price.toLocaleString('en-US')}` : 'Price on request'}
            </Typography>
            {status !== '' && <Chip size="small" label={status} />}
          </Stack>
          <Typography sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>{heading}</Typography>
          <Typography variant="body2" color="textSecondary">
            {facts
              .filter(([value]) => Number(value ?? 0) > 0)
              .map(([value, unit]) => `${Number(value).toLocaleString()} ${unit}`)
              .join(' · ') || 'No rooms or size yet'}
          </Typography>
        </Stack>
      </Card>
      <Stack sx={{ mt: 1, gap: 0.5, alignItems: 'flex-start' }}>
        {page === undefined ? (
          <NoWebsite client={brokerage.client} />
        ) : (
          <OutsideLink href={page} variant="body2">
            See it on the website
          </OutsideLink>
        )}
        {map !== undefined && (
          <OutsideLink href={map} variant="body2">
            Check the place on OpenStreetMap
          </OutsideLink>
        )}
      </Stack>
    </Box>
  );
}

/** Why there is no link to the website, and who sets it. */
function NoWebsite({ client }: { readonly client: string }) {
  const { session } = useSession();
  return (
    <Typography variant="body2" color="textSecondary">
      There is no link to the website yet:{' '}
      {session.operators ? (
        <>
          set <b>Page of a listing</b> among{' '}
          <PlainLink
            component={Link}
            underline="always"
            to={`/installation${path('clients', client)}`}
          >
            the settings of this brokerage
          </PlainLink>
          .
        </>
      ) : (
        'ask the people who run this server to set the page of a listing.'
      )}
    </Typography>
  );
}

/** A map with the place of a listing, for which the console asks nobody until somebody follows it. */
function mapOf({ extras_latitude: latitude, extras_longitude: longitude }: Listing) {
  const [lat, lon] = [Number(latitude ?? 0), Number(longitude ?? 0)];
  if (lat === 0 || lon === 0 || Number.isNaN(lat + lon)) return undefined;
  return `https://www.openstreetmap.org/?mlat=${lat}&mlon=${lon}#map=17/${lat}/${lon}`;
}
