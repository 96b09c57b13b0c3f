import { describe, expect, it } from 'vitest';
import { leadEmail } from '../../../src/resources/leads/lead.email.js';
import { type Lead, newLead } from '../../../src/resources/leads/lead.js';
import type { LeadListing } from '../../../src/resources/leads/lead.listing.js';
import {
  type MarketplaceCall,
  marketplaceNotice,
  readSentLead,
} from '../../../src/resources/leads/marketplace.email.js';
import { verificationEmail } from '../../../src/resources/members/member.email.js';
import { NOON } from '../../rig/server.js';

const ACME = { name: 'acme', title: 'Acme Realty', time_zone: 'America/New_York' };

describe('the email with a verification code', () => {
  const registration = {
    tenantTitle: 'Acme Realty',
    firstName: 'Ann',
    lastName: "O'Hara-Smith",
    email: 'ann@example.com',
    code: '5f0c2a9b7d1e4c3a',
  };

  it('says what the code is for, in the name of the brokerage', () => {
    expect(verificationEmail(registration)).toMatchObject({
      kind: 'verification',
      fromName: 'Acme Realty',
      to: { name: "Ann O'Hara-Smith", address: 'ann@example.com' },
      subject: 'Confirm your email address for Acme Realty',
      text: [
        'Hello Ann,',
        'this is the code that confirms your email address on the website of Acme Realty:',
        '    5f0c2a9b7d1e4c3a',
        'If you have not registered there, somebody has given your address by mistake. ' +
          'You need not do anything: without the code the registration stays unconfirmed.',
        'Acme Realty\n',
      ].join('\n\n'),
    });
  });

  it('is the same in HTML', () => {
    const { html } = verificationEmail({ ...registration, tenantTitle: 'Brick & <b>Stone</b>' });
    expect(html).toContain('<p>Hello Ann,</p>');
    expect(html).toMatch(/<p style="[^"]*">5f0c2a9b7d1e4c3a<\/p>/);
    expect(html).toContain('website of Brick &amp; &lt;b&gt;Stone&lt;/b&gt;:');
    expect(html).not.toContain('<b>');
  });

  it.each([
    'Win $1000 at www.example.com',
    'example.com',
    'visit evil.example',
    'https://example.com',
    'ann@example.com',
    'a'.repeat(61),
    '<b>Ann</b>',
    '007',
    '',
  ])('carries no words of a stranger to whoever has the address: %s', (name) => {
    const letter = verificationEmail({ ...registration, firstName: name, lastName: name });
    expect(letter.text).toMatch(/^Hello,\n/);
    expect(letter.html).toContain('<p>Hello,</p>');
    expect(letter.to).toEqual({ name: '', address: 'ann@example.com' });
  });

  it.each(['Zoë', 'J. R.', "D'Arcy", '李', 'محمد', 'Jean-Luc'])('greets %s', (firstName) => {
    expect(verificationEmail({ ...registration, firstName }).text).toContain(
      `Hello ${firstName},\n`,
    );
  });
});

describe('the email with a lead', () => {
  const agent = { id: 3, name: 'Gus Grant', email: 'gus@example.com', office: 0 };
  const listing: LeadListing = {
    ...{ id: 17, space: 'own', address: '120 West 72nd Street, 4B, Upper West Side' },
    ...{ neighborhood: 'Upper West Side', apt: '4B', alertType: 'For Rent', price: 3000 },
    ...{ beds: 1, bath: 1.5, size: 0, agentId: 3, coagentId: 0 },
  };
  const lead = newLead(
    {
      kind: 'alert',
      first_name: 'Ann',
      last_name: 'Able',
      email: 'ann@example.com',
      phone: '212-555-0101',
      comment: 'May I see it?\r\nOn Friday.',
      source: 'Website',
      alert_type: 'For Rent',
      price_from: 2700,
      price_to: 3300,
      min_beds: 1,
      min_bath: 1.5,
      area: 'Upper West Side',
    },
    { agent, listing },
    NOON,
  );
  const emailOf = (changes: Partial<Lead> = {}, repeat = false) =>
    leadEmail({ ...lead, ...changes }, agent, ACME, { repeat });

  it('tells the agent all that is known, and is answered to whoever wrote', () => {
    const letter = emailOf();
    expect(letter).toMatchObject({
      kind: 'lead',
      fromName: 'Acme Realty',
      to: { name: 'Gus Grant', address: 'gus@example.com' },
      replyTo: { name: 'Ann Able', address: 'ann@example.com' },
      subject: 'New lead: Ann Able, 120 West 72nd Street, 4B, Upper West Side (listing 17)',
    });
    expect(letter.text).toBe(
      [
        'Ann Able has written on the website of Acme Realty.',
        '> May I see it?\n> On Friday.',
        [
          'Name: Ann Able',
          'Email: ann@example.com',
          'Phone: 212-555-0101',
          'Listing: 120 West 72nd Street, 4B, Upper West Side (listing 17)',
          'Looks for: For Rent',
          'Price: $2,700 to $3,300',
          'Beds, at least: 1',
          'Baths, at least: 1.5',
          'Area: Upper West Side',
          'Source: Website',
          'Received: 2026-11-20 12:00:00 (America/New_York)',
        ].join('\n'),
        'To answer Ann Able, reply to this email.\n',
      ].join('\n\n'),
    );
    expect(letter.html).toContain('May I see it?<br>\nOn Friday.</blockquote>');
    expect(letter.html).toContain('>Price</td><td>$2,700 to $3,300</td>');
  });

  it('leaves out what is not known', () => {
    const letter = emailOf({
      phone: '',
      comment: ' ',
      source: '',
      listing: undefined,
      alert_type: '',
      price_from: 0,
      price_to: 0,
      min_beds: 0,
      min_bath: 0,
      area: '',
    });
    expect(letter.subject).toBe('New lead: Ann Able');
    expect(letter.text).toBe(
      [
        'Ann Able has written on the website of Acme Realty.',
        'Name: Ann Able\nEmail: ann@example.com\nReceived: 2026-11-20 12:00:00 (America/New_York)',
        'To answer Ann Able, reply to this email.\n',
      ].join('\n\n'),
    );
    expect(letter.html).not.toContain('<blockquote');
  });

  it('says when it is one more of the same', () => {
    const letter = emailOf({}, true);
    expect(letter.subject).toMatch(/^Another message from Ann Able, 120 West/);
    expect(letter.text).toMatch(/^Ann Able has written again on the website of Acme Realty\./);
  });

  it('shows what people wrote, and does not obey it', () => {
    const letter = emailOf({
      first_name: '<script>alert(1)</script>',
      last_name: "\"onload='x'",
      phone: '1\nEmail: bob@example.com',
      comment: '</blockquote><img src=x onerror=alert(1)>\n\u0000\u001b[31m&amp;',
    });
    expect(
      letter.html.match(/<(?!\/?(p|td|tr|table|blockquote|body|head|html|meta|title|br)\b)[^>]*>/g),
    ).toEqual(['<!DOCTYPE html>']);
    expect(letter.html).toContain('&lt;/blockquote&gt;&lt;img src=x onerror=alert(1)&gt;<br>');
    expect(letter.html).toContain('[31m&amp;amp;</blockquote>');
    expect(letter.html).toContain('&quot;onload=&#39;x&#39;');
    expect(letter.text).toContain('\nPhone: 1 Email: bob@example.com\n');
    expect(letter.text.match(/^Email: /gm)).toHaveLength(1);
  });

  it('stays of a size that mail servers take', () => {
    const letter = emailOf({ comment: 'word '.repeat(200_000) });
    expect(letter.text.length).toBeLessThan(12_000);
    expect(letter.text).toContain('word…');
  });

  it('is not answered to what is no address', () => {
    const letter = emailOf({ email: 'ann@example.com, bob@example.com' });
    expect(letter.replyTo).toBeUndefined();
    expect(letter.text).not.toContain('To answer');
  });
});

describe('the notice of a marketplace call', () => {
  const call: MarketplaceCall = {
    tenant: ACME,
    at: NOON,
    marketplace: 'HomeFinder',
    outcome: { accepted: true, alertId: '42' },
    lead: {
      listingId: '17',
      agentEmail: 'gus@example.com',
      first_name: 'Ann',
      last_name: 'Able',
      email: 'ann@example.com',
      phone: '212-555-0101',
      comment: 'May I see it?',
      source: 'HomeFinder Premium',
    },
  };

  it('of a lead that was taken', () => {
    const letter = marketplaceNotice(call);
    expect(letter).toMatchObject({
      kind: 'marketplace',
      to: 'operator',
      subject: 'Marketplace lead accepted: Acme Realty, from HomeFinder',
    });
    expect(letter.text).toBe(
      [
        'Marketplace lead accepted.',
        [
          'Client: Acme Realty (acme)',
          'Marketplace: HomeFinder',
          'Source: HomeFinder Premium',
          'Alert: 42',
          'Listing: 17',
          'Agent: gus@example.com',
          'Name: Ann Able',
          'Email: ann@example.com',
          'Phone: 212-555-0101',
          'Received: 2026-11-20 12:00:00 (America/New_York)',
        ].join('\n'),
        '> May I see it?\n',
      ].join('\n\n'),
    );
  });

  it('of a lead that was refused, with the reason and as much as is known', () => {
    const letter = marketplaceNotice({
      ...call,
      marketplace: '',
      outcome: { accepted: false, status: 401, reason: 'The partner is not known.' },
      lead: readSentLead({}),
    });
    expect(letter.subject).toBe('Marketplace lead refused (401): Acme Realty');
    expect(letter.text).toBe(
      'Marketplace lead refused (401): The partner is not known.\n\n' +
        'Client: Acme Realty (acme)\nReceived: 2026-11-20 12:00:00 (America/New_York)\n',
    );
  });
});
