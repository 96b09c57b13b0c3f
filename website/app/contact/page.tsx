import type { Metadata } from 'next';
import { LeadForm } from '@/components/lead-form';
import { telOf } from '@/lib/format';
import { orUnavailable } from '@/lib/or-unavailable';
import type { PageParameters } from '@/lib/search';
import { offices } from '@/lib/sections';
import { brokerage } from '@/lib/site';
import { known } from '@/lib/words';
import { writeToBrokerage } from './actions';
import styles from './contact.module.css';

interface Props {
  readonly searchParams: Promise<PageParameters>;
}

/** The page is for all who write to the brokerage, and words change for those who sell. */
const CONTACT = {
  title: 'Contact',
  lead: 'Tell us what you are looking for, and we will get back to you.',
  label: 'Your message',
};
const SELLING = {
  title: 'Sell with us',
  lead: 'Tell us about your home, and we will tell you what it is worth and how we would sell it.',
  label: 'About your home',
};

const wordsFor = ({ about }: PageParameters) => (about === 'selling' ? SELLING : CONTACT);

export async function generateMetadata({ searchParams }: Props): Promise<Metadata> {
  const words = wordsFor(await searchParams);
  const canonical = words === SELLING ? '/contact?about=selling' : '/contact';
  return { title: words.title, description: words.lead, alternates: { canonical } };
}

async function ContactPage({ searchParams }: Props) {
  const { title, lead, label } = wordsFor(await searchParams);
  const [{ name, phone, email, address }, places] = await Promise.all([brokerage(), offices()]);
  return (
    <div className={`page section ${styles.columns}`}>
      <div className={styles.text}>
        <h1>{title}</h1>
        <p className="lead">{lead}</p>
        {(phone || email || address) && <Place {...{ name, phone, email, address }} heading="h2" />}
        {places.length > 0 && (
          <section id="offices" className={styles.offices} aria-labelledby="offices-title">
            <h2 id="offices-title">Offices</h2>
            {places.map((office) => (
              <Place
                key={office.id}
                name={office.name}
                phone={known(office.phone)}
                email={known(office.email)}
                address={addressOf(office)}
                heading="h3"
              />
            ))}
          </section>
        )}
      </div>
      <section className="panel" id="contact" aria-labelledby="write">
        <h2 id="write">Write to us</h2>
        <LeadForm action={writeToBrokerage} about={0} attempt={crypto.randomUUID()} label={label} />
      </section>
    </div>
  );
}

export default orUnavailable(ContactPage);

/** `100 Example Street, New York, NY 10001`, as far as it is known. */
function addressOf(office: Awaited<ReturnType<typeof offices>>[number]): string {
  const region = [known(office.state), known(office.zip)].filter(Boolean).join(' ');
  return [known(office.address), known(office.city), region].filter(Boolean).join(', ');
}

/** How to reach the brokerage, or one of its offices. */
function Place(props: {
  readonly name: string;
  readonly phone: string | undefined;
  readonly email: string | undefined;
  readonly address: string | undefined;
  readonly heading: 'h2' | 'h3';
}) {
  const { name, phone, email, address, heading: Heading } = props;
  return (
    <address className={styles.place}>
      <Heading>{name}</Heading>
      {address && <p>{address}</p>}
      {phone && (
        <p>
          <a className="numbers" href={telOf(phone)}>
            {phone}
          </a>
        </p>
      )}
      {email && (
        <p>
          <a href={`mailto:${email}`}>{email}</a>
        </p>
      )}
    </address>
  );
}
