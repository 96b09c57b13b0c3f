import type { Config } from '../config/config.js';
import type { Clock } from '../lib/clock.js';
import { parseS3Url } from '../lib/s3-url.js';
import { DiskStore } from './disk-store.js';
import type { PictureStore, Section } from './picture-store.js';
import { S3Store } from './s3-store.js';

/** The store of a section by the configuration: in a bucket, or else in the media folder. */
export function pictureStore(
  { mediaUrl }: Pick<Config, 'mediaUrl'>,
  mediaFolder: string,
  clock: Clock,
  section: Section,
): PictureStore {
  return mediaUrl === undefined
    ? new DiskStore(mediaFolder, section, clock)
    : new S3Store(parseS3Url(mediaUrl), clock, section);
}
