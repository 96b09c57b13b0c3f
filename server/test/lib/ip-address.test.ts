import { describe, expect, it } from 'vitest';
import { isWithin, neighbourhood, parseAddress, parseRange } from '../../src/lib/ip-address.js';

function range(text: string): string | undefined {
  const parsed = parseRange(text);
  return parsed === undefined ? undefined : `${parsed[0].toString()}/${parsed[1]}`;
}

function holds(text: string, address: string): boolean {
  const parsed = parseRange(text);
  const one = parseAddress(address);
  if (parsed === undefined || one === undefined) throw new Error('not readable');
  return isWithin(one, [parsed]);
}

describe('addresses', () => {
  it.each([
    ['192.0.2.1', '192.0.2.1'],
    ['2001:DB8::1', '2001:db8::1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['fe80::1%eth0', 'fe80::1'],
  ])('reads %s as %s', (text, expected) => {
    expect(parseAddress(text)?.toString()).toBe(expected);
  });

  it.each([
    '',
    '192.0.2',
    '192.0.2.256',
    '010.0.0.1',
    '0x7f.0.0.1',
    '3232235521',
    '1.2.3.4/32',
    'localhost',
  ])('does not take %j for an address', (text) => {
    expect(parseAddress(text)).toBeUndefined();
  });

  it.each([
    ['192.0.2.1', '192.0.2.1/32'],
    [' 10.0.0.0/8 ', '10.0.0.0/8'],
    ['0.0.0.0/0', '0.0.0.0/0'],
    ['2001:db8::/32', '2001:db8::/32'],
    ['::ffff:10.0.0.0/104', '10.0.0.0/8'],
    ['::ffff:192.0.2.1', '192.0.2.1/32'],
  ])('reads the range %j as %s', (text, expected) => {
    expect(range(text)).toBe(expected);
  });

  it.each(['', '/', '10.0.0.0/', '10.0.0.0/33', '10.0.0.0/8/8', '10.0.0.0/-1', '10.0.0.0/+8'])(
    'does not take %j for a range',
    (text) => {
      expect(range(text)).toBeUndefined();
    },
  );

  it.each(['::/129', 'fe80::%eth0/10', 'example.org/8', '10.0.0/8', '10.0.0.0/8x'])(
    'does not take %j for a range either',
    (text) => {
      expect(range(text)).toBeUndefined();
    },
  );

  it('knows where a range ends', () => {
    expect(holds('192.0.2.64/26', '192.0.2.64')).toBe(true);
    expect(holds('192.0.2.64/26', '192.0.2.127')).toBe(true);
    expect(holds('192.0.2.64/26', '192.0.2.63')).toBe(false);
    expect(holds('192.0.2.64/26', '192.0.2.128')).toBe(false);
    expect(holds('2001:db8:0:ff00::/56', '2001:db8:0:ffff::1')).toBe(true);
    expect(holds('2001:db8:0:ff00::/56', '2001:db8:1::')).toBe(false);
  });

  it('keeps the two families apart, and mapped addresses with IPv4', () => {
    expect(holds('::/0', '192.0.2.1')).toBe(false);
    expect(holds('0.0.0.0/0', '2001:db8::1')).toBe(false);
    expect(holds('10.0.0.0/8', '::ffff:10.1.2.3')).toBe(true);
    expect(holds('::ffff:0:0/96', '10.1.2.3')).toBe(true);
  });

  it('takes an IPv6 network of 64 bits for one neighbour', () => {
    const of = (text: string) => {
      const address = parseAddress(text);
      return address && neighbourhood(address);
    };
    expect(of('192.0.2.1')).toBe('192.0.2.1');
    expect(of('2001:db8:0:1:aaaa::1')).toBe('2001:db8:0:1::/64');
    expect(of('2001:db8:0:1:bbbb::2')).toBe('2001:db8:0:1::/64');
    expect(of('2001:db8:0:2:aaaa::1')).toBe('2001:db8:0:2::/64');
  });
});
