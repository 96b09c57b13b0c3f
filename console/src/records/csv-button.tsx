import DownloadIcon from '@mui/icons-material/GetApp';
import { useState } from 'react';
import { Button, useDataProvider, useListContext, useNotify } from 'react-admin';
import { call, path, wordsOf } from '../api';
import { useBrokerage } from '../brokerage/brokerage-context';
import { csvOf, download } from '../csv';
import { MOST_LISTED } from './data-provider';
import type { Kind, Stored } from './kinds';

const PER_PAGE = 100;

/** Saves what the list has found as CSV: all fields, in the order of the list. */
export function CsvButton({ kind }: { readonly kind: Kind }) {
  const { client } = useBrokerage();
  const { filterValues, sort, total = 0, meta } = useListContext();
  const provider = useDataProvider();
  const notify = useNotify();
  const [busy, setBusy] = useState(false);
  async function save(): Promise<void> {
    setBusy(true);
    try {
      await call('POST', path('brokerages', client, kind.name, 'export'));
      const rows: Stored[] = [];
      for (let page = 1; (page - 1) * PER_PAGE < Math.min(total, MOST_LISTED); page++) {
        const pagination = { page, perPage: PER_PAGE };
        const found = await provider.getList<Stored>(kind.name, {
          ...{ pagination, sort, filter: filterValues },
        });
        rows.push(...found.data);
      }
      const columns = kind.fields.map(({ name }) => name);
      download(`${client}-${kind.name}.csv`, 'text/csv', csvOf(columns, rows));
      if (meta?.more)
        notify(
          `The file has the first ${MOST_LISTED.toLocaleString()}. All of them: portico export ${client}`,
          { type: 'warning', autoHideDuration: null },
        );
    } catch (error) {
      notify(wordsOf(error), { type: 'error' });
    } finally {
      setBusy(false);
    }
  }
  return (
    <Button label="CSV" disabled={busy || total === 0} onClick={() => void save()}>
      <DownloadIcon />
    </Button>
  );
}
