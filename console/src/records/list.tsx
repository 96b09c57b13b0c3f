import { Box, Button, Card, Stack, Typography, useMediaQuery } from '@mui/material';
import type { Theme } from '@mui/material/styles';
import type { MouseEvent } from 'react';
import {
  ColumnsButton,
  CreateButton,
  DataTable,
  FilterButton,
  Link,
  List,
  Pagination,
  type RaRecord,
  RecordContextProvider,
  SearchInput,
  TopToolbar,
  useCreatePath,
  useListContext,
  useRecordContext,
} from 'react-admin';
import { useBrokerage } from '../brokerage/brokerage-context';
import { CsvButton } from './csv-button';
import { MOST_LISTED } from './data-provider';
import { FieldInput } from './field-input';
import { FieldValue } from './field-value';
import { type Field, fieldsNamed, type Kind, titleOf, useKind } from './kinds';

/** The list of a kind, which follows from its fields. */
export function RecordList({ name }: { readonly name: string }) {
  const kind = useKind(name);
  return kind === undefined ? null : <ListOf kind={kind} />;
}

function ListOf({ kind }: { readonly kind: Kind }) {
  const isNarrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('sm'));
  const { client } = useBrokerage();
  const [sort = kind.id] = kind.sorts;
  return (
    <List
      key={kind.name}
      // What is filtered in one brokerage is not filtered in the next.
      storeKey={`${client}.${kind.name}`}
      title={kind.label}
      perPage={25}
      sort={{ field: sort, order: kind.order ?? 'DESC' }}
      filters={filtersOf(kind)}
      actions={
        <TopToolbar sx={{ bgcolor: 'transparent' }}>
          {kind.filters.length > 0 && <FilterButton />}
          {!isNarrow && <ColumnsButton />}
          <CsvButton kind={kind} />
          {kind.create && <CreateButton label={`New ${kind.one.toLowerCase()}`} />}
        </TopToolbar>
      }
      pagination={<CountedPagination />}
      empty={<NothingYet kind={kind} />}
      // What is wider than the window scrolls in its place.
      sx={{
        '& .RaList-main': { minWidth: 0 },
        '& .RaDataTable-tableWrapper': { overflowX: 'auto' },
      }}
    >
      {isNarrow ? <Cards kind={kind} /> : <Table kind={kind} />}
    </List>
  );
}

function filtersOf(kind: Kind) {
  return [
    ...(kind.search
      ? [
          <SearchInput
            key="q"
            source="q"
            alwaysOn
            placeholder={kind.searchHelp ?? 'Search'}
            sx={{ minWidth: 320 }}
          />,
        ]
      : []),
    ...fieldsNamed(kind, kind.filters).map((field) => (
      <FieldInput
        key={field.name}
        field={field.type === 'flag' ? { ...field, type: 'choice', choices: YES_OR_NO } : field}
        source={field.name}
        label={field.label}
        help=""
        isFilter
      />
    )),
  ];
}

const YES_OR_NO = [
  { id: 1, name: 'Yes' },
  { id: 0, name: 'No' },
];

const NOT_IN_TABLES: readonly Field['type'][] = ['longText', 'html', 'comments', 'other'];
const NUMERIC: readonly Field['type'][] = ['whole', 'number', 'money', 'photos'];

/** What stays in one line, so that one long value does not make every row two lines high. */
const SHORT: readonly Field['type'][] = [...NUMERIC, 'moment', 'choice'];

function Table({ kind }: { readonly kind: Kind }) {
  const shown = fieldsNamed(
    kind,
    kind.columns.filter((name) => !kind.title.includes(name)),
  );
  const others = kind.fields.filter(
    (field) =>
      !shown.includes(field) && !NOT_IN_TABLES.includes(field.type) && field.name !== kind.id,
  );
  return (
    <DataTable
      rowClick="edit"
      bulkActionButtons={false}
      hiddenColumns={others.map(({ name }) => name)}
      storeKey={`columns.${kind.name}`}
    >
      <DataTable.Col source="_record" label={kind.one} disableSort>
        <TitleLink kind={kind} />
      </DataTable.Col>
      {[...shown, ...others].map((field) => (
        <DataTable.Col
          key={field.name}
          source={field.name}
          label={field.label}
          disableSort={!kind.sorts.includes(field.name)}
          align={NUMERIC.includes(field.type) ? 'right' : 'left'}
          {...(SHORT.includes(field.type) && { sx: { whiteSpace: 'nowrap' } })}
        >
          <FieldValue field={field} />
        </DataTable.Col>
      ))}
    </DataTable>
  );
}

/** The name of a record, as a link: rows open with a click, and this with the keyboard. */
function TitleLink({ kind }: { readonly kind: Kind }) {
  const record = useRecordContext();
  const createPath = useCreatePath();
  if (record === undefined) return null;
  return (
    <Link
      to={createPath({ resource: kind.name, type: 'edit', id: record.id })}
      onClick={(event: MouseEvent) => event.stopPropagation()}
      underline="hover"
      sx={{ fontWeight: 600, color: 'text.primary' }}
    >
      {titleOf(kind, record)}
    </Link>
  );
}

/** Records below each other, for phones. */
function Cards({ kind }: { readonly kind: Kind }) {
  const { data = [] } = useListContext();
  return (
    <Stack component="ul" sx={{ p: 0, m: 0, listStyle: 'none' }}>
      {data.map((record) => (
        <Box
          component="li"
          key={record.id}
          sx={{ px: 2, py: 1, borderBottom: 1, borderColor: 'divider' }}
        >
          <RecordLine kind={kind} record={record} />
        </Box>
      ))}
    </Stack>
  );
}

interface LineProps {
  readonly kind: Kind;
  readonly record: RaRecord;
  /** Fields that the page says already. */
  readonly without?: readonly string[];
}

/** A record in two lines: its name, and what its list begins with. */
export function RecordLine({ kind, record, without = [] }: LineProps) {
  const shownElsewhere = [...kind.title, kind.id, ...without];
  const names = kind.columns.filter((name) => !shownElsewhere.includes(name));
  const fields = fieldsNamed(kind, names).slice(0, 4);
  return (
    <RecordContextProvider value={record}>
      <TitleLink kind={kind} />
      <Stack direction="row" sx={{ columnGap: 1.5, flexWrap: 'wrap', color: 'text.secondary' }}>
        {fields.map((field) => (
          <Typography key={field.name} variant="body2" component="span">
            {NUMERIC.includes(field.type) && `${field.label} `}
            <FieldValue field={field} />
          </Typography>
        ))}
      </Stack>
    </RecordContextProvider>
  );
}

/** The pages of a list, which the server counts to a number of records. */
function CountedPagination() {
  const { meta } = useListContext();
  return (
    <>
      <Pagination rowsPerPageOptions={[25, 50, 100]} />
      {meta?.more && (
        <Typography variant="body2" color="textSecondary" sx={{ px: 2, pb: 1, textAlign: 'right' }}>
          There are more than {MOST_LISTED.toLocaleString()}. Search or filter to reach the others.
        </Typography>
      )}
    </>
  );
}

function NothingYet({ kind }: { readonly kind: Kind }) {
  const createPath = useCreatePath();
  return (
    <Card sx={{ p: 4, mt: 2, textAlign: 'center' }}>
      <Typography component="h2" variant="h2">
        No {kind.label.toLowerCase()} yet
      </Typography>
      <Typography color="textSecondary" sx={{ my: 1 }}>
        {kind.create
          ? 'They come with an import of your files, or one by one from here.'
          : 'They appear here as soon as your website or an import brings them.'}
      </Typography>
      {kind.create && (
        <Button
          component={Link}
          variant="contained"
          to={createPath({ resource: kind.name, type: 'create' })}
        >
          New {kind.one.toLowerCase()}
        </Button>
      )}
    </Card>
  );
}
