import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, describe, expect, it } from 'vitest';
import { forAnyDatabase } from '../../rig/databases.js';
import { MailServer } from './mail-server.js';
import { officeFor } from './office.js';

const PASSWORD = 'hunter#2/ü';
const LOGIN = `mailer:${encodeURIComponent(PASSWORD)}`;
const FORMS = [
  PASSWORD,
  encodeURIComponent(PASSWORD),
  Buffer.from(PASSWORD).toString('base64'),
  Buffer.from(`\0mailer\0${PASSWORD}`).toString('base64'),
];

forAnyDatabase('the password of the mail server', (database) => {
  const office = officeFor(database);
  const open: MailServer[] = [];
  afterEach(async () => {
    for (const mail of open.splice(0)) await mail.close();
  });

  async function server(options: SMTPServerOptions): Promise<MailServer> {
    const mail = await new MailServer({ authOptional: false, ...options }).open();
    open.push(mail);
    return mail;
  }

  /** What is left of one attempt, where people read it. */
  async function traces(mail: MailServer): Promise<string> {
    const outbox = office().outbox(mail.url(LOGIN));
    await office().write(outbox, 'acme');
    outbox.startSending();
    await outbox.settled();
    const letter = await office().letter('acme');
    return `${letter.last_error}\n${office().log}`;
  }

  describe('is not told', () => {
    it.each(['PLAIN', 'LOGIN'])(
      'when the server refuses it and repeats it (%s)',
      async (method) => {
        let given: string | null | undefined;
        const mail = await server({
          authMethods: [method],
          onAuth: ({ password }, _session, done) => {
            given = password;
            const words = `No such password: ${FORMS.join(' ')}`;
            done(Object.assign(new Error(words), { responseCode: 535 }));
          },
        });
        const told = await traces(mail);
        expect(given).toBe(PASSWORD);
        expect(told).toContain('The mail server does not take the user name and password (535).');
        for (const form of FORMS) expect(told).not.toContain(form);
      },
    );

    it('when the server repeats it in answer to something else', async () => {
      const mail = await server({
        onAuth: (_auth, _session, done) => done(null, { user: 'mailer' }),
      });
      mail.whim = () => ({ recipient: 550, words: `You said ${FORMS.join(' ')} before` });
      const told = await traces(mail);
      expect(told).toContain('You said *** *** *** *** before');
      for (const form of FORMS) expect(told).not.toContain(form);
    });
  });

  it('does not leave for a server that offers no TLS, unless the URL allows it', async () => {
    const asked: string[] = [];
    const mail = await server({
      onAuth: ({ username = '' }, _session, done) => {
        asked.push(username);
        done(null, { user: username });
      },
    });
    // Told to insist, as it does by itself with a server on another machine.
    const outbox = office().outbox(`${mail.url(LOGIN)}?requireTLS=true`);
    await office().write(outbox, 'acme');
    outbox.startSending();
    await outbox.settled();
    expect((await office().letter('acme')).last_error).toContain('TLS');
    expect(asked).toEqual([]);
    const lenient = office().outbox(`${mail.url(LOGIN)}?requireTLS=false`);
    expect((await lenient.flush()).sent).toBe(1);
    expect(asked).toEqual(['mailer']);
  });

  it('is not told by a URL that is refused', () => {
    const outbox = office().outbox(undefined, {
      smtpUrl: `smtp://${LOGIN}@mail.example.com?debug=true`,
    });
    expect(() => outbox.startSending()).toThrow('the option debug');
  });
});
