import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { Pages } from '@/components/pages';
import { Quotes } from '@/components/quotes';
import { orUnavailable } from '@/lib/or-unavailable';
import { agents, fullName, wordsFrom } from '@/lib/people';
import { portico } from '@/lib/portico';
import { remember } from '@/lib/remember';
import type { PageParameters } from '@/lib/search';
import { site } from '@/lib/site';

const A_PAGE = 24;

/** What clients say of anybody, the newest first. */
const wordsOn = remember(300, async (page: number) => {
  const [{ items, total = 0 }, { time_zone }] = await Promise.all([
    portico().testimonials.search({ order: 'desc', limit: A_PAGE, page }),
    site(),
  ]);
  const words = items.map((record) => ({ agent: record.agentid, ...wordsFrom(record, time_zone) }));
  return { words, total };
});

interface Props {
  readonly searchParams: Promise<PageParameters>;
}

const hrefOf = (page: number): string =>
  page === 1 ? '/testimonials' : `/testimonials?page=${page}`;

function pageOf({ page }: PageParameters): number {
  return typeof page === 'string' && /^[1-9]\d{0,4}$/.test(page) ? Number(page) : 1;
}

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  return {
    title: 'What clients say',
    description: 'What people who bought, sold and rented with us say about our agents.',
    alternates: { canonical: hrefOf(pageOf(await searchParams)) },
  };
}

async function TestimonialsPage({ searchParams }: Props) {
  const page = pageOf(await searchParams);
  const [{ words, total }, people] = await Promise.all([wordsOn(page), agents()]);
  if (words.length === 0 && page > 1) notFound();
  const names = new Map(people.map((agent) => [agent.id, fullName(agent)]));
  const shown = words.map(({ agent, ...word }) => {
    const name = names.get(agent);
    return { ...word, ...(name && { about: { name, href: `/agents/${agent}` } }) };
  });
  return (
    <div className="page section">
      <div className="section-head">
        <h1>What clients say</h1>
      </div>
      <Quotes words={shown} />
      <Pages page={page} last={Math.ceil(total / A_PAGE)} href={hrefOf} />
    </div>
  );
}

export default orUnavailable(TestimonialsPage);
