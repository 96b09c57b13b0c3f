import { Box, Chip, Stack, Typography } from '@mui/material';
import { ReferenceField, useRecordContext } from 'react-admin';
import { isWeb, OutsideLink } from '../outside-link';
import { useInWords } from '../time';
import { type Field, isWide, type Photo, useKind } from './kinds';

/** The value of a field of the record around it, as lists and viewers see it. */
export function FieldValue({ field }: { readonly field: Field }) {
  const record = useRecordContext();
  const inWords = useInWords();
  const value = record?.[field.name];
  if (field.type === 'reference') return <Reference field={field} value={value} />;
  if (value === undefined || value === null || value === '') return null;
  switch (field.type) {
    case 'flag':
      return <>{value ? 'Yes' : 'No'}</>;
    case 'choice':
      return <>{nameOf(field, value)}</>;
    case 'money':
      return <>{Number(value).toLocaleString()}</>;
    case 'number':
    case 'whole':
      return <>{String(value)}</>;
    case 'moment':
      return <>{inWords(value)}</>;
    case 'url':
      return <Address url={String(value)} />;
    case 'photos':
      return <>{(value as readonly Photo[]).length}</>;
    case 'comments':
      return <>{(value as readonly unknown[]).length}</>;
    case 'amenities':
      return <Chips texts={(value as readonly unknown[]).map((id) => nameOf(field, id))} />;
    case 'list':
    case 'references':
      return <Chips texts={(value as readonly unknown[]).map(String)} />;
    default:
      return <>{typeof value === 'object' ? JSON.stringify(value) : String(value)}</>;
  }
}

/** What a choice is called. */
function nameOf({ choices }: Field, value: unknown): string {
  return choices?.find(({ id }) => id === value)?.name ?? String(value);
}

function Chips({ texts }: { readonly texts: readonly string[] }) {
  return (
    <Stack direction="row" sx={{ gap: 0.5, flexWrap: 'wrap' }}>
      {texts.map((text) => (
        <Chip key={text} label={text} size="small" />
      ))}
    </Stack>
  );
}

function Address({ url }: { readonly url: string }) {
  if (!isWeb(url)) return <>{url}</>;
  return (
    // In a list, a click on the row opens the record.
    <OutsideLink href={url} onClick={(event) => event.stopPropagation()}>
      {url.replace(/^https?:\/\//i, '')}
    </OutsideLink>
  );
}

function Reference({ field, value }: { readonly field: Field; readonly value: unknown }) {
  const kind = useKind(field.of);
  if (!value || Number(value) === 0) return null;
  if (kind === undefined) return <>{String(value)}</>;
  return (
    <ReferenceField source={field.name} reference={kind.name} link="edit" emptyText={`${value}`} />
  );
}

/** Whether a field holds something that is worth a place. */
function isThere({ type }: Field, value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  if (type === 'reference') return Number(value ?? 0) !== 0;
  return value !== undefined && value !== null && value !== '';
}

/** Fields and their values, for people who may not change them. */
export function FieldValues({ fields }: { readonly fields: readonly Field[] }) {
  const record: Readonly<Record<string, unknown>> = useRecordContext() ?? {};
  const shown = fields.filter((field) => isThere(field, record[field.name]));
  if (shown.length === 0) return <Typography color="textSecondary">Nothing yet.</Typography>;
  return (
    <Stack
      component="dl"
      sx={{
        m: 0,
        display: 'grid',
        gap: 1.5,
        gridTemplateColumns: 'repeat(auto-fill, minmax(200px, 1fr))',
      }}
    >
      {shown.map((field) => (
        <Box key={field.name} sx={isWide(field) ? { gridColumn: '1 / -1' } : {}}>
          <Typography component="dt" variant="caption" color="textSecondary">
            {field.label}
          </Typography>
          <Typography
            component="dd"
            variant="body2"
            sx={{ m: 0, overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
          >
            <FieldValue field={field} />
          </Typography>
        </Box>
      ))}
    </Stack>
  );
}
