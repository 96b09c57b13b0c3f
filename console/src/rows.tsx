import {
  Alert,
  Table,
  TableBody,
  TableCell,
  TableContainer,
  TableHead,
  TablePagination,
  TableRow,
  TextField,
  Typography,
} from '@mui/material';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { call, query, wordsOf } from './api';

/** A column of a table: its title, and what stands below it in a row. */
export type Column<Row> = readonly [title: string, cell: (row: Row) => ReactNode];

interface RowsProps<Row> {
  readonly rows: readonly Row[];
  readonly columns: readonly Column<Row>[];
  readonly keyOf: (row: Row) => string | number;
  /** What is said where there are none. */
  readonly empty: ReactNode;
}

/** On a phone each row is a block, with the title of each column before its value. */
const BLOCKS = {
  '& thead': { display: 'none' },
  '& tr': { display: 'block', py: 1, borderBottom: 1, borderColor: 'divider' },
  '& td': { display: 'block', border: 0, px: 0, py: 0.25, textAlign: 'left' },
  '& td::before': {
    content: 'attr(data-title)',
    mr: 1,
    color: 'text.secondary',
    whiteSpace: 'nowrap',
  },
  '& td:empty': { display: 'none' },
} as const;

/** What the server lists that is no record, as a table. */
export function Rows<Row>({ rows, columns, keyOf, empty }: RowsProps<Row>) {
  if (rows.length === 0) return <Typography color="textSecondary">{empty}</Typography>;
  return (
    <TableContainer>
      <Table size="small" sx={(theme) => ({ [theme.breakpoints.down('sm')]: BLOCKS })}>
        <TableHead>
          <TableRow>
            {columns.map(([title]) => (
              <TableCell key={title}>{title}</TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row) => (
            <TableRow key={keyOf(row)}>
              {columns.map(([title, cell]) => (
                <TableCell
                  key={title}
                  data-title={title}
                  sx={{
                    ...{ overflowWrap: 'anywhere', verticalAlign: 'top' },
                    // A short word is not broken; the first column names the row, and the last has buttons.
                    ...{ minWidth: 96, '&:first-of-type': { minWidth: 160 } },
                    '&:last-of-type': { minWidth: 150 },
                  }}
                >
                  {cell(row)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </TableContainer>
  );
}

interface PagedProps<Row> extends Omit<RowsProps<Row>, 'rows'> {
  /** The address that answers them, below `/api`. */
  readonly from: string;
  /** What its answers call them. */
  readonly name: string;
  /** What a search looks in; without it there is none. */
  readonly search?: string;
}

const PER_PAGE = 50;
const SEARCH_AFTER_MS = 300;

/** The page of a list that the address of the view names, so that the view is a link. All parts of a view share one call. */
export function usePage<Answer>(from: string) {
  const [params] = useSearchParams();
  const input = { q: params.get('q') ?? '', page: Number(params.get('page') ?? 1) };
  const { data, error } = useQuery({
    queryKey: [from, input],
    queryFn: async () => {
      const where = from + query({ ...input, perPage: PER_PAGE });
      return (await call<Answer>('GET', where)).body;
    },
    placeholderData: keepPreviousData,
  });
  return { input, data, error };
}

/** A list of the server by pages, which can be searched. */
export function PagedRows<Row>({ from, name, search, empty, ...table }: PagedProps<Row>) {
  const [, setParams] = useSearchParams();
  const typing = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { input, data, error } = usePage<Readonly<Record<string, unknown>>>(from);
  const change = (changes: object): void =>
    setParams(new URLSearchParams(query({ ...input, page: 1, ...changes })), { replace: true });
  const rows = (data?.[name] ?? []) as readonly Row[];
  return (
    <>
      {error && <Alert severity="error">{wordsOf(error)}</Alert>}
      {search !== undefined && (
        <TextField
          type="search"
          label={search}
          defaultValue={input.q}
          onChange={({ target }) => {
            clearTimeout(typing.current);
            typing.current = setTimeout(() => change({ q: target.value }), SEARCH_AFTER_MS);
          }}
          sx={{ minWidth: 240, maxWidth: 400, mb: 1 }}
        />
      )}
      {data && (
        <Rows {...table} rows={rows} empty={input.q === '' ? empty : 'Nothing has these words.'} />
      )}
      {Number(data?.total ?? 0) > PER_PAGE && (
        <TablePagination
          component="div"
          count={Number(data?.total)}
          page={input.page - 1}
          rowsPerPage={PER_PAGE}
          rowsPerPageOptions={[PER_PAGE]}
          onPageChange={(_, next) => change({ page: next + 1 })}
        />
      )}
    </>
  );
}
