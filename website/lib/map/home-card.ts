import type { HomePicture } from '@/lib/listing';

/** What the map shows of a home before anybody goes to its page. */
export interface HomeCard {
  readonly href: string;
  readonly address: string;
  readonly price: string;
  readonly facts: string;
  readonly picture: Pick<HomePicture, 'src' | 'files'>;
}
