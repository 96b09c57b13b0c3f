import { describe, expect, it } from 'vitest';
import { leadEmail } from '../../../src/resources/leads/lead.email.js';
import { newLead } from '../../../src/resources/leads/lead.js';
import type { LeadListing } from '../../../src/resources/leads/lead.listing.js';
import { NOON } from '../../rig/server.js';

const ANN = { name: 'Ann Able', email: 'ann@acme.example' };
const ACME = { title: 'Acme Realty', time_zone: 'America/New_York' };

function written(
  columns: Partial<Parameters<typeof newLead>[0]> = {},
  { repeat = false, listing }: { repeat?: boolean; listing?: LeadListing } = {},
) {
  const person = { first_name: 'Nora', last_name: 'Quinn', email: 'nora@example.com' };
  const lead = newLead(
    { kind: 'alert', ...person, ...columns },
    { agent: undefined, listing },
    NOON,
  );
  return leadEmail(lead, ANN, ACME, { repeat });
}

describe('the email about a lead', () => {
  it('goes to its recipient, and an answer to it to the person', () => {
    const email = written();
    expect(email).toMatchObject({
      kind: 'lead',
      fromName: 'Acme Realty',
      to: { name: 'Ann Able', address: 'ann@acme.example' },
      replyTo: { name: 'Nora Quinn', address: 'nora@example.com' },
      subject: 'New lead: Nora Quinn',
    });
    for (const body of [email.text, email.html]) expect(body).toContain('To answer Nora Quinn');
  });

  it('offers no answer where the lead has no address to answer to', () => {
    for (const address of ['', 'nora@', 'nora quinn']) {
      const email = written({ email: address });
      expect(email.replyTo).toBeUndefined();
      expect(email.subject).toBe('New lead: Nora Quinn');
      for (const body of [email.text, email.html]) expect(body).not.toContain('To answer');
    }
  });

  it('calls a person without a name by the address', () => {
    const email = written({ first_name: '', last_name: '' });
    expect(email.subject).toBe('New lead: nora@example.com');
    expect(email.replyTo?.name).toBe('nora@example.com');
    expect(written({ last_name: '' }).subject).toBe('New lead: Nora');
    const long = { first_name: '', last_name: '', email: 'x'.repeat(500) };
    expect(written(long).subject).toBe(`New lead: ${'x'.repeat(80)}…`);
    expect(written({ first_name: 'x'.repeat(500) }).subject).toBe(`New lead: ${'x'.repeat(80)}…`);
  });

  it('says that the person has written before', () => {
    const email = written({ comment: 'Any news?' }, { repeat: true });
    expect(email.subject).toBe('Another message from Nora Quinn');
    expect(email.text).toContain('has written again');
    expect(email.text).toContain('Any news?');
    expect(written().text).not.toContain('again');
  });

  it.each([
    [0, 0, undefined],
    [3000, 3000, '$3,000'],
    [2500, 0, 'from $2,500'],
    [0, 4000, '$0 to $4,000'],
    [2500, 4000, '$2,500 to $4,000'],
  ])('writes a price from %i to %i as %s', (price_from, price_to, words) => {
    const { text } = written({ price_from, price_to });
    if (words === undefined) expect(text).not.toContain('Price');
    else expect(text).toMatch(new RegExp(`Price:? +${words.replaceAll('$', '\\$')}\\n`));
  });

  it('names everything that is known of the lead, and nothing that is not', () => {
    const { text } = written({
      ...{ phone: '212-555-0142', alert_type: 'Rentals', area: 'Chelsea', source: 'Landing page' },
      ...{ price_from: 2500, min_beds: 2, min_bath: 1.5 },
    });
    expect(text).toContain(
      [
        'Name: Nora Quinn',
        'Email: nora@example.com',
        'Phone: 212-555-0142',
        'Looks for: Rentals',
        'Price: from $2,500',
        'Beds, at least: 2',
        'Baths, at least: 1.5',
        'Area: Chelsea',
        'Source: Landing page',
        'Received: 2026-11-20 12:00:00 (America/New_York)\n',
      ].join('\n'),
    );
    expect(written().text).toContain('Email: nora@example.com\nReceived: ');
  });

  it('cuts what is too long for a header, and for the title of its HTML', () => {
    const lead = newLead(
      { kind: 'alert', first_name: 'N'.repeat(80), email: 'nora@example.com' },
      { agent: undefined, listing: { address: 'x'.repeat(120), id: 7 } as LeadListing },
      NOON,
    );
    const acme = { ...ACME, title: 'A'.repeat(500) };
    const email = leadEmail(lead, ANN, acme, { repeat: false });
    expect(email.fromName).toBe(`${'A'.repeat(100)}…`);
    const subject = `New lead: ${'N'.repeat(80)}, ${'x'.repeat(120)} (listing 7)`;
    expect(email.subject).toBe(subject);
    expect(email.html).toContain(`<title>${subject.slice(0, 200)}…</title>`);
  });

  it('names the listing by its address, and by its number where it has none', () => {
    const about = (address: string) => {
      const place = { id: 7, space: 'own', address, neighborhood: '', apt: '' } as const;
      const facts = { alertType: 'Rentals', price: 0, beds: 0, bath: 0, size: 0 } as const;
      const listing = { ...place, ...facts, agentId: 0, coagentId: 0 } as unknown as LeadListing;
      return written({}, { listing }).subject;
    };
    expect(about('1 Main Street')).toBe('New lead: Nora Quinn, 1 Main Street (listing 7)');
    expect(about('')).toBe('New lead: Nora Quinn, listing 7');
    const cut = `${'x'.repeat(120)}…`;
    expect(about('x'.repeat(500))).toBe(`New lead: Nora Quinn, ${cut} (listing 7)`);
  });
});
