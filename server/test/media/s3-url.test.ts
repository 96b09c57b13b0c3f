import { parseS3Url, S3UrlProblem } from 'portico-media/s3-url.js';
import { describe, expect, it } from 'vitest';
import { effectiveSettings, loadConfig } from '../../src/config/config.js';
import { temporaryFolder } from '../rig/temp.js';

describe('PORTICO_MEDIA_URL', () => {
  it('names a bucket, and all that is needed to reach it', () => {
    expect(
      parseS3Url('s3://AKIA:se%2Fcr%2Bet@s3.eu-central-1.amazonaws.com/photos?region=eu-central-1'),
    ).toEqual({
      origin: 'https://s3.eu-central-1.amazonaws.com',
      bucket: 'photos',
      prefix: '',
      region: 'eu-central-1',
      accessKey: 'AKIA',
      secretKey: 'se/cr+et',
    });
    expect(parseS3Url('s3://k:s@127.0.0.1:9000/my-bucket/a/b_c/?tls=false')).toEqual({
      origin: 'http://127.0.0.1:9000',
      bucket: 'my-bucket',
      prefix: 'a/b_c/',
      region: 'us-east-1',
      accessKey: 'k',
      secretKey: 's',
    });
    expect(parseS3Url('S3://k:s@[::1]:9000/abc?tls=true').origin).toBe('https://[::1]:9000');
  });

  it.each([
    ['https://k:s@host/bucket', ''],
    ['s3:k:s@host/bucket', ''],
    ['bucket', ''],
    ['s3:///bucket', 'which names no host'],
    ['s3://host/bucket', 'which lacks an access key or its secret'],
    ['s3://k@host/bucket', 'which lacks an access key or its secret'],
    ['s3://:s@host/bucket', 'which lacks an access key or its secret'],
    ['s3://k:se/cret@host/bucket', ''],
    ['s3://k:1/cret@host/bucket', 'percent-encoded'],
    ['s3://k:s%@host/bucket', 'percent-encoded'],
    ['s3://k:s@host', 'which names no bucket'],
    ['s3://k:s@host/', 'which names no bucket'],
    ['s3://k:s@host/AB', 'which names no bucket'],
    ['s3://k:s@host/bucket/a%20b', 'whose folder'],
    ['s3://k:s@host/bucket/a%2F..', 'whose folder'],
    ['s3://k:s@host/bucket?tls=no', 'whose tls is neither true nor false'],
    ['s3://k:s@host/bucket?region=a%20b', 'with a malformed region'],
    ['s3://k:s@host/bucket?acl=public', 'with an option other than region and tls'],
    ['s3://k:s@host/bucket#x', 'percent-encoded'],
  ])('refuses %s', (url, words) => {
    expect(() => parseS3Url(url)).toThrow(S3UrlProblem);
    expect(() => parseS3Url(url)).toThrow(words);
  });

  it('is a setting whose secret nobody sees', () => {
    const cwd = temporaryFolder();
    const url = 's3://AKIA:HIDDEN@s3.example.com/photos?region=eu-west-1';
    expect(loadConfig({ PORTICO_MEDIA_URL: url }, cwd).mediaUrl).toBe(url);
    expect(loadConfig({}, cwd).mediaUrl).toBeUndefined();
    const shown = (environment: NodeJS.ProcessEnv) =>
      effectiveSettings(environment, cwd).find(({ name }) => name === 'PORTICO_MEDIA_URL');
    expect(shown({ PORTICO_MEDIA_URL: url })).toMatchObject({
      name: 'PORTICO_MEDIA_URL',
      value: 's3://AKIA:***@s3.example.com/photos?region=eu-west-1',
      source: 'environment',
    });
    expect(shown({})?.value).toBe('files in the data folder');
    const refused = () => loadConfig({ PORTICO_MEDIA_URL: 's3://AKIA:HIDDEN@host' }, cwd);
    expect(refused).toThrow(/PORTICO_MEDIA_URL holds .*which names no bucket\. It accepts an s3:/);
    expect(refused).not.toThrow(/HIDDEN/);
    const slashed = () => loadConfig({ PORTICO_MEDIA_URL: 's3://AKIA:HID/DEN@host/b' }, cwd);
    expect(slashed).toThrow('PORTICO_MEDIA_URL');
    expect(slashed).not.toThrow(/HID|DEN/);
  });
});
