import { Box, Button, Typography } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { Link, useCreatePath, useGetOne } from 'react-admin';
import { useFormContext, useWatch } from 'react-hook-form';
import { useBrokerage } from '../brokerage/brokerage-context';
import { useSession } from '../session';
import type { Field } from './kinds';

/** 310 kB that most people need on few days. */
const PlaceMap = lazy(() => import('./place-map'));

/**
 * Below the two numbers of a place: a map on which a pin is placed, where the operator has set a style. A listing is where its
 * building is, if that has a place.
 */
export function PlaceInput({ fields }: { readonly fields: readonly Field[] }) {
  const { session } = useSession();
  const createPath = useCreatePath();
  const id = Number(useWatch({ name: 'essentials_building' }) ?? 0);
  const { data: building } = useGetOne('buildings', { id }, { enabled: id > 0 });
  const nameOf = (pattern: RegExp) => fields.find(({ name }) => pattern.test(name))?.name;
  const [latitude, longitude] = [nameOf(/latitude$/), nameOf(/longitude$/)];
  if (latitude === undefined || longitude === undefined) return null;
  if (building?.latitude)
    return (
      <Typography variant="body2" sx={{ mt: 1 }}>
        Websites show it where{' '}
        <Link underline="always" to={createPath({ resource: 'buildings', type: 'edit', id })}>
          its building
        </Link>{' '}
        is, whatever is above.
      </Typography>
    );
  if (session.mapStyle === null) return null;
  return <Place style={session.mapStyle} names={[latitude, longitude]} />;
}

interface Props {
  readonly style: string;
  readonly names: readonly [latitude: string, longitude: string];
}

function Place({ style, names }: Props) {
  const { place } = useBrokerage();
  const { setValue } = useFormContext();
  const [latitude, longitude] = useWatch({ name: [...names] }).map(Number);
  const [isOpen, setOpen] = useState(false);
  // Nobody else is asked for anything until somebody wants it.
  if (!isOpen)
    return (
      <Button size="small" variant="outlined" sx={{ mt: 1 }} onClick={() => setOpen(true)}>
        Place it on a map
      </Button>
    );
  const placed = latitude && longitude ? { latitude, longitude } : undefined;
  return (
    <Box sx={{ mt: 1 }}>
      <Typography variant="body2" color="textSecondary" sx={{ mb: 0.5 }}>
        Click where it is, or drag the pin. The numbers above follow, and can be typed.
      </Typography>
      <Suspense fallback="The map is coming…">
        <PlaceMap
          style={style}
          place={placed}
          start={place ?? undefined}
          onPlace={(chosen) =>
            names.forEach((name, at) => {
              const value = at === 0 ? chosen.latitude : chosen.longitude;
              setValue(name, value, { shouldDirty: true });
            })
          }
        />
      </Suspense>
    </Box>
  );
}
