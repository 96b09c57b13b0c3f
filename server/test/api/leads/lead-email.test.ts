import { describe, expect, it } from 'vitest';
import { leadEmail } from '../../../src/api/leads/lead.email.js';
import { newLead } from '../../../src/api/leads/lead.js';
import { NOON } from '../../rig/server.js';

const ANN = { name: 'Ann Able', email: 'ann@acme.example' };
const ACME = { title: 'Acme Realty', time_zone: 'America/New_York' };

function written(columns: Partial<Parameters<typeof newLead>[0]> = {}, repeat = false) {
  const person = { first_name: 'Nora', last_name: 'Quinn', email: 'nora@example.com' };
  const lead = newLead(
    { kind: 'alert', ...person, ...columns },
    { agent: undefined, listing: undefined },
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
  });

  it('says that the person has written before', () => {
    const email = written({ comment: 'Any news?' }, true);
    expect(email.subject).toBe('Another message from Nora Quinn');
    expect(email.text).toContain('has written again');
    expect(email.text).toContain('Any news?');
    expect(written().text).not.toContain('again');
  });

  it.each([
    [0, 0, undefined],
    [3000, 3000, '$3,000'],
    [2500, 0, 'from $2,500'],
    [2500, 4000, '$2,500 to $4,000'],
  ])('writes a price from %i to %i as %s', (price_from, price_to, words) => {
    const { text } = written({ price_from, price_to });
    if (words === undefined) expect(text).not.toContain('Price');
    else expect(text).toMatch(new RegExp(`Price:? +${words.replaceAll('$', '\\$')}\\n`));
  });
});
