import { describe, expect, it } from 'vitest';
import { parseSmtpUrl } from '../../../src/outbox/email/smtp.js';

describe('PORTICO_SMTP_URL', () => {
  it('names a server, how to speak to it, and who speaks', () => {
    expect(parseSmtpUrl('smtps://mailer:hunter%232%40@mail.example.com')).toEqual({
      host: 'mail.example.com',
      port: 465,
      secure: true,
      requireTLS: false,
      ignoreTLS: false,
      verify: true,
      login: { user: 'mailer', password: 'hunter#2@' },
    });
    expect(parseSmtpUrl('smtp://mail.example.com:2525')).toMatchObject({
      port: 2525,
      secure: false,
      requireTLS: false,
      login: undefined,
    });
    expect(parseSmtpUrl('smtp://mail.example.com').port).toBe(587);
    expect(parseSmtpUrl('smtp://[::1]').host).toBe('::1');
  });

  it('has a password go over TLS, except within this machine or where it says otherwise', () => {
    const needed = (url: string) => parseSmtpUrl(url).requireTLS;
    expect(needed('smtp://a:b@mail.example.com')).toBe(true);
    expect(needed('smtp://a:b@mail.example.com?requireTLS=false')).toBe(false);
    expect(needed('smtp://mail.example.com?requireTLS=true')).toBe(true);
    for (const host of ['127.0.0.1', '127.1.2.3', 'localhost', '[::1]']) {
      expect(parseSmtpUrl(`smtp://a:b@${host}`)).toMatchObject({
        requireTLS: false,
        ignoreTLS: true,
      });
      expect(parseSmtpUrl(`smtp://a:b@${host}?requireTLS=true`)).toMatchObject({
        requireTLS: true,
        ignoreTLS: false,
      });
    }
    expect(needed('smtp://a:b@127.example.com')).toBe(true);
    expect(needed('smtp://a:b@localhost.example.com')).toBe(true);
  });

  it('can take any certificate', () => {
    expect(parseSmtpUrl('smtps://mail.example.com?tls.rejectUnauthorized=false').verify).toBe(
      false,
    );
  });

  it.each(['debug=true', 'logger=true', 'requireTLS=maybe', 'requireTLS', '__proto__=true'])(
    'is refused with ?%s, and not repeated',
    (query) => {
      const url = `smtp://mailer:hunter2@mail.example.com?${query}`;
      expect(() => parseSmtpUrl(url)).toThrow(/^PORTICO_SMTP_URL/);
      expect(() => parseSmtpUrl(url)).not.toThrow(/hunter2/);
    },
  );
});
