import { Button } from '@mui/material';
import { useState } from 'react';
import { call, path } from '../api';
import { ConfirmButton } from '../confirm-button';
import { PagedRows, usePage } from '../rows';
import { ShownOnce } from '../secret';
import { Items, Page, Section } from '../section';
import { useSession } from '../session';
import { useInWords } from '../time';
import { useChange } from '../use-answer';
import { mayChange, type Person, PersonName, PersonRoles } from './person';
import { RoleDialog } from './role-dialog';

interface Invitation {
  readonly id: number;
  readonly email: string;
  readonly role: string;
  readonly client: string | null;
  readonly expires: string;
}

interface MadeLink {
  readonly link: string;
  readonly expires: string;
}

/** Who may sign in, and with which role. */
export function People() {
  const { session } = useSession();
  const inWords = useInWords();
  const change = useChange('/people');
  const [isInviting, setInviting] = useState(false);
  const [adding, setAdding] = useState<Person>();
  const [made, setMade] = useState<MadeLink & { readonly whose: string }>();

  async function reset({ id, email }: Person): Promise<void> {
    const { body } = await call<MadeLink>('POST', `${path('people', id)}/reset`);
    setMade({ ...body, whose: email });
  }

  return (
    <Page title="People">
      {made && (
        <ShownOnce
          words={`The link for ${made.whose} is good once, until ${inWords(made.expires)}. Send it to them yourself.`}
          parts={{ [`Link for ${made.whose}`]: made.link }}
          onClose={() => setMade(undefined)}
        />
      )}
      <Section title="People">
        <PagedRows<Person>
          from="/people"
          name="people"
          search="Email"
          keyOf={({ id }) => id}
          empty="Nobody yet."
          columns={[
            ['Person', (person) => <PersonName person={person} />],
            [
              'Roles',
              (person) => <PersonRoles person={person} onChange={change} onAdd={setAdding} />,
            ],
            ['Second factor', ({ secondFactor }) => (secondFactor ? 'On' : 'Off')],
            ['Last seen', ({ seen }) => inWords(seen) || 'Never'],
            [
              'Account',
              (person) =>
                mayChange(session, person) && (
                  <>
                    <Button size="small" onClick={() => void change(() => reset(person))}>
                      New password
                    </Button>
                    <ConfirmButton
                      words="Remove"
                      title={`Remove ${person.email}?`}
                      content="They are signed out at once, and cannot sign in again."
                      onConfirm={() => change(() => call('DELETE', path('people', person.id)))}
                    />
                  </>
                ),
            ],
          ]}
        />
        {session.role !== 'viewer' && (
          <Button variant="contained" sx={{ mt: 1.5 }} onClick={() => setInviting(true)}>
            Invite somebody
          </Button>
        )}
      </Section>
      <Invitations
        onTakeBack={(id) => void change(() => call('DELETE', path('invitations', id)))}
      />
      {isInviting && (
        <RoleDialog
          title="Invite somebody"
          button="Make the link"
          onClose={() => setInviting(false)}
          onSubmit={async (email, role) => {
            const { body } = await call<MadeLink>('POST', '/invitations', { email, ...role });
            setInviting(false);
            await change(async () => setMade({ ...body, whose: email }));
          }}
        />
      )}
      {adding && (
        <RoleDialog
          title={`A role for ${adding.email}`}
          button="Add it"
          email={adding.email}
          onClose={() => setAdding(undefined)}
          onSubmit={async (_, role) => {
            await call('PUT', path('people', adding.id), role);
            await change(async () => setAdding(undefined));
          }}
        />
      )}
    </Page>
  );
}

interface InvitationsProps {
  readonly onTakeBack: (id: number) => void;
}

function Invitations({ onTakeBack }: InvitationsProps) {
  const { session } = useSession();
  const inWords = useInWords();
  const { data } = usePage<{ readonly invitations: readonly Invitation[] }>('/people');
  const { invitations = [] } = data ?? {};
  if (invitations.length === 0) return null;
  return (
    <Section title="Invited">
      <Items>
        {invitations.map(({ id, email, role, client, expires }) => (
          <li key={id}>
            {email}: {role} of {client ?? 'the installation'}, until {inWords(expires)}{' '}
            {session.role !== 'viewer' && (
              <Button size="small" onClick={() => onTakeBack(id)}>
                Take back
              </Button>
            )}
          </li>
        ))}
      </Items>
    </Section>
  );
}
