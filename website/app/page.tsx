import { CARD_FIELDS, ListingCard } from '@/components/listing-card';
import { portico } from '@/lib/portico';

export default async function Home() {
  const { items } = await portico().listings.search({
    status: [1, 2],
    sort: 'date',
    perPage: 8,
    fields: [...CARD_FIELDS],
  });
  return (
    <section className="page section">
      <h1>Homes in New York</h1>
      <ul className="grid">
        {items.map((listing) => (
          <li key={listing.main_id}>
            <ListingCard listing={listing} />
          </li>
        ))}
      </ul>
    </section>
  );
}
