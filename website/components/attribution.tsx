import type { Schema } from 'portico-sdk';
import { momentText } from '@/lib/format';
import type { Source } from '@/lib/site';
import styles from './attribution.module.css';

type Attributed = Pick<
  Schema<'ListingDetail'>,
  'courtesy_of' | 'courtesy_contact' | 'source_name' | 'source_copyright'
>;

/** `Courtesy of Able Realty`: whose listing it is, on a card. An MLS that names nobody is named itself. */
export const courtesyOf = ({ courtesy_of, source_name }: Attributed): string =>
  `Courtesy of ${courtesy_of || source_name}`;

/** What the licence of an MLS has the page of its listing say. */
export function Attribution(props: {
  readonly listing: Attributed;
  readonly source: Source;
  readonly timeZone: string;
}) {
  const { listing, source, timeZone } = props;
  const { courtesy_of: office, courtesy_contact: contact, source_copyright: copyright } = listing;
  return (
    <section className={styles.attribution} aria-label="Source of this listing" data-attribution>
      <p>
        <strong>Listing courtesy of {office || source.name}</strong>
        {contact && `, ${contact}`}
      </p>
      <SourceNotice
        source={{ ...source, copyright: copyright || source.copyright }}
        {...{ timeZone }}
      />
    </section>
  );
}

/** The logo of a source, and its texts and last update, each on a separate line: texts may end without a full stop. */
export function SourceNotice(props: { readonly source: Source; readonly timeZone: string }) {
  const { source, timeZone } = props;
  const { name, logo, copyright, disclaimer } = source;
  const updated = momentText(source.updated, timeZone);
  const texts = [copyright, disclaimer, updated && `Data from ${name}, last updated ${updated}.`];
  return (
    <div className={`note ${styles.source}`}>
      {/* biome-ignore lint/performance/noImgElement: a logo of another site is shown as it is. */}
      {logo && <img src={logo} alt={name} className={styles.logo} loading="lazy" />}
      <div className={styles.texts}>
        {texts.filter(Boolean).map((text) => (
          <p key={text}>{text}</p>
        ))}
      </div>
    </div>
  );
}
