import { Typography } from '@mui/material';
import { useEffect, useMemo, useState } from 'react';
import { CustomRoutes, type RaRecord, Resource } from 'react-admin';
import { Route, useParams } from 'react-router';
import { ApiError, call, path, wordsOf } from '../api';
import { ConsoleAdmin } from '../console-admin';
import { AuditPage } from '../history/audit';
import { Imports } from '../history/imports';
import { Outbox } from '../history/outbox';
import { LeadPage } from '../leads/lead-page';
import { ListingPage } from '../listings/listing-page';
import { MemberPage } from '../members/member-page';
import { Plain } from '../plain';
import { RecordCreate } from '../records/create';
import { recordsOf } from '../records/data-provider';
import { RecordEdit } from '../records/edit';
import { type Kind, Kinds, titleOf } from '../records/kinds';
import { RecordList } from '../records/list';
import { type Brokerage, consoleOf, useSession } from '../session';
import { TimeZone } from '../time';
import { Today } from '../today/today';
import { BrokerageContext } from './brokerage-context';
import { BrokerageLayout } from './layout';

/** The pages of kinds that have more to show than their fields. */
const PAGES: Readonly<Record<string, () => React.ReactNode>> = {
  listings: ListingPage,
  leads: LeadPage,
  clients: MemberPage,
};

/** The console of one brokerage: `/b/{client}/…`. */
export function BrokerageApp() {
  const { client = '' } = useParams();
  // Nothing of one brokerage is kept for the next.
  return <OpenBrokerage key={client} client={client} />;
}

function OpenBrokerage({ client }: { readonly client: string }) {
  const { session } = useSession();
  const known = session.brokerages.find((one) => one.client === client);
  const [brokerage, setBrokerage] = useState(known);
  const [kinds, setKinds] = useState<readonly Kind[]>();
  const [problem, setProblem] = useState('');
  useEffect(() => {
    const at = path('brokerages', client);
    Promise.all([
      known ?? call<Brokerage>('GET', at).then(({ body }) => body),
      call<{ kinds: readonly Kind[] }>('GET', `${at}/kinds`),
    ]).then(
      ([found, { body }]) => {
        setBrokerage(found);
        setKinds(body.kinds);
      },
      (error) => {
        const isHidden = error instanceof ApiError && [403, 404].includes(error.status);
        setProblem(isHidden ? 'There is no such brokerage, or it is not yours.' : wordsOf(error));
      },
    );
  }, [client, known]);
  if (problem !== '')
    return (
      <Plain title="This page cannot be shown">
        <Typography>{problem}</Typography>
        <Typography sx={{ mt: 1 }}>
          <a href="/">To the first page</a>
        </Typography>
      </Plain>
    );
  if (brokerage === undefined || kinds === undefined) return null;
  return (
    <BrokerageContext value={brokerage}>
      <TimeZone value={brokerage.timeZone}>
        <Kinds value={kinds}>
          <BrokerageAdmin brokerage={brokerage} kinds={kinds} />
        </Kinds>
      </TimeZone>
    </BrokerageContext>
  );
}

function BrokerageAdmin({
  brokerage,
  kinds,
}: {
  readonly brokerage: Brokerage;
  readonly kinds: readonly Kind[];
}) {
  const provider = useMemo(() => recordsOf(brokerage.client, kinds), [brokerage.client, kinds]);
  return (
    <ConsoleAdmin
      basename={consoleOf(brokerage.client)}
      title={brokerage.title}
      dataProvider={provider}
      dashboard={Today}
      layout={BrokerageLayout}
    >
      {kinds.map((kind) => (
        <Resource
          key={kind.name}
          name={kind.name}
          options={{ label: kind.label }}
          recordRepresentation={(record: RaRecord) => titleOf(kind, record)}
          list={<RecordList name={kind.name} />}
          edit={pageOf(kind.name)}
          {...(kind.create && { create: <RecordCreate name={kind.name} /> })}
        />
      ))}
      <CustomRoutes>
        <Route path="/imports" element={<Imports />} />
        <Route path="/outbox" element={<Outbox />} />
        <Route path="/audit" element={<AuditPage />} />
      </CustomRoutes>
    </ConsoleAdmin>
  );
}

function pageOf(name: string) {
  const Page = PAGES[name];
  return Page === undefined ? <RecordEdit name={name} /> : <Page />;
}
