import { Box, Button, Typography } from '@mui/material';
import { lazy, Suspense, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { useBrokerage } from '../brokerage/brokerage-context';
import { useSession } from '../session';
import type { Field } from './kinds';

/** 310 kB that most people need on few days. */
const PlaceMap = lazy(() => import('./place-map'));

/** A map on which a pin is placed, next to the two numbers: for groups with a latitude, where the operator has set a style. */
export function PlaceInput({ fields }: { readonly fields: readonly Field[] }) {
  const { session } = useSession();
  const nameOf = (pattern: RegExp) => fields.find(({ name }) => pattern.test(name))?.name;
  const [latitude, longitude] = [nameOf(/latitude$/), nameOf(/longitude$/)];
  if (session.mapStyle === null || latitude === undefined || longitude === undefined) return null;
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
