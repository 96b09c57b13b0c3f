import { Picture } from '@/components/picture';
import { count, fileUrl } from '@/lib/format';
import type { Neighborhood } from '@/lib/neighborhoods';
import styles from './neighborhoods.module.css';

/** One neighborhood among others. All of it is the link. */
export function PlaceCard(props: {
  readonly place: Neighborhood;
  readonly homes: number;
  readonly mediaUrl: string;
}) {
  const { place, homes, mediaUrl } = props;
  const { cat_id, cat_name, img } = place;
  return (
    <li className={styles.place}>
      <Picture src={fileUrl(img, mediaUrl)} alt="" sizes="(max-width: 40rem) 50vw, 14rem" />
      <h3>
        <a href={`/neighborhoods/${cat_id}`}>{cat_name}</a>
      </h3>
      <p className="note numbers">{homes > 0 ? count(homes, 'listing') : 'None today'}</p>
    </li>
  );
}
