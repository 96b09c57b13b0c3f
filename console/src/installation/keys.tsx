import { Button, Checkbox, FormControlLabel, Typography } from '@mui/material';
import { useState } from 'react';
import { call, path } from '../api';
import { ConfirmButton } from '../confirm-button';
import { Rows } from '../rows';
import { ShownOnce } from '../secret';
import { Section } from '../section';
import { useSession } from '../session';
import { useInWords } from '../time';
import { useAnswer, useChange } from '../use-answer';
import { KeyDialog, type MadeKey } from './key-dialog';

/** A key as lists have it, by its public beginning. */
interface Key {
  readonly id: number;
  readonly prefix: string;
  readonly name: string;
  readonly active: boolean;
  readonly expired: boolean;
  readonly scopes: readonly string[];
  readonly private: boolean;
  readonly addresses: readonly string[];
  readonly rate: number;
  readonly inFlight: number;
  readonly expires: string | null;
  readonly lastUsed: string | null;
}

const nameOf = ({ name, prefix }: Key): string => name || `${prefix}…`;

/** The keys by which websites and back offices ask for a brokerage's data. */
export function Keys({ client }: { readonly client: string }) {
  const { session } = useSession();
  const inWords = useInWords();
  const at = `${path('clients', client)}/keys`;
  const { data, error } = useAnswer<{ readonly keys: readonly Key[] }>(at);
  const change = useChange(at);
  const [isMaking, setMaking] = useState(false);
  const [made, setMade] = useState<MadeKey>();
  const [keepOld, setKeepOld] = useState(true);
  const mayChange = session.operators;

  const replace = (key: Key) =>
    change(async () =>
      setMade((await call<MadeKey>('POST', `${at + path(key.id)}/rotate`, { keepOld })).body),
    );
  const buttonsOf = (key: Key) =>
    mayChange && key.active ? (
      <>
        {!key.expired && (
          <ConfirmButton
            words="Replace"
            color="primary"
            title={`Replace ${nameOf(key)}?`}
            content={
              <>
                You get a new key with the same scopes and limits.
                <FormControlLabel
                  control={<Checkbox checked={keepOld} onChange={(_, keep) => setKeepOld(keep)} />}
                  label="The old one stays good until it is revoked"
                />
              </>
            }
            onConfirm={() => replace(key)}
          />
        )}
        <ConfirmButton
          words="Revoke"
          title={`Revoke ${nameOf(key)}?`}
          content="What uses it is refused at once. A revoked key is never given back."
          onConfirm={() =>
            change(async () => {
              await call('DELETE', at + path(key.id));
              setMade((one) => (one?.apiKey.startsWith(key.prefix) ? undefined : one));
            })
          }
        />
      </>
    ) : null;

  return (
    <Section title="Keys" error={error}>
      {made && (
        <ShownOnce
          words="The new key: put it where it is used now."
          parts={{
            'Address of Portico': made.url,
            ...{ 'API key': made.apiKey, 'Key id': made.keyID, Secret: made.secret },
          }}
          onClose={() => setMade(undefined)}
        />
      )}
      {data && (
        <Rows
          rows={data.keys.toSorted((one, other) => Number(other.active) - Number(one.active))}
          keyOf={({ id }) => id}
          empty="No key yet. A website needs one to ask this server."
          columns={[
            ['Name', (key) => <KeyName of={key} />],
            [
              'Opens',
              (key) => key.scopes.join(', ') + (key.private ? ', with a secret' : ', no secret'),
            ],
            ['Used from', ({ addresses }) => addresses.join(', ') || 'anywhere'],
            ['Most calls', ({ rate, inFlight }) => `${rate} a second, ${inFlight} at once`],
            ['Expires', ({ expires }) => inWords(expires) || 'never'],
            ['Last seen', ({ lastUsed }) => inWords(lastUsed) || 'never'],
            [
              'State',
              ({ active, expired }) => (!active ? 'Revoked' : expired ? 'Expired' : 'Active'),
            ],
            ['Change', buttonsOf],
          ]}
        />
      )}
      {mayChange && (
        <Button variant="contained" sx={{ mt: 1.5 }} onClick={() => setMaking(true)}>
          Make a key
        </Button>
      )}
      {isMaking && (
        <KeyDialog
          at={at}
          onClose={() => setMaking(false)}
          onMade={(key) => {
            setMaking(false);
            void change(async () => setMade(key));
          }}
        />
      )}
    </Section>
  );
}

function KeyName({ of: { name, prefix } }: { readonly of: Key }) {
  return (
    <>
      {name}
      <Typography variant="caption" color="textSecondary" component="div">
        {prefix}…
      </Typography>
    </>
  );
}
