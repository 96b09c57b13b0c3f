import DeleteIcon from '@mui/icons-material/Close';
import EarlierIcon from '@mui/icons-material/KeyboardArrowLeft';
import LaterIcon from '@mui/icons-material/KeyboardArrowRight';
import { Alert, Box, Card, IconButton, InputBase, Stack, Typography } from '@mui/material';
import { type DragEvent, useId, useRef, useState } from 'react';
import { useInput } from 'react-admin';
import { wordsOf } from '../api';
import { useBrokerage } from '../brokerage/brokerage-context';
import { sendPicture } from './data-provider';
import { FileButton, HIDDEN } from './file-button';
import type { InputProps } from './input-props';
import type { Photo } from './kinds';
import { Picture } from './picture';

/** A copy in which the photo of one place has gone to another. */
function moved(photos: readonly Photo[], from: number, to: number): Photo[] {
  const rest = photos.toSpliced(from, 1);
  return rest.toSpliced(to, 0, photos[from] as Photo);
}

/** Each photo with its place, which is the order that websites show. */
const inOrder = (photos: readonly Photo[]): Photo[] =>
  photos.map((photo, sort) => ({ ...photo, sort }));

/** The pictures of a record: dropped or chosen, in an order made with the mouse or the keyboard. */
export function PhotosInput({ source, label, isRequired }: InputProps) {
  const { client } = useBrokerage();
  const { field, fieldState } = useInput({ source, isRequired });
  const photos: readonly Photo[] = Array.isArray(field.value) ? field.value : [];
  // What is sent after a picture has come must not lose it: the value of this render is old by then.
  const latest = useRef(photos);
  latest.current = photos;
  const [sending, setSending] = useState(0);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const [dragged, setDragged] = useState<number>();
  const [said, setSaid] = useState('');
  const heading = useId();

  function store(next: readonly Photo[]): void {
    latest.current = inOrder(next);
    field.onChange(latest.current);
  }
  async function send(files: readonly File[]): Promise<void> {
    setProblems([]);
    setSending((count) => count + files.length);
    // One after the other: their order is that of the files.
    for (const file of files) {
      try {
        const filename = await sendPicture(client, file);
        store([...latest.current, { filename, name: '' }]);
      } catch (error) {
        setProblems((all) => [...all, `${file.name}: ${wordsOf(error)}`]);
      }
      setSending((count) => count - 1);
    }
  }
  function drop(event: DragEvent, place: number): void {
    event.preventDefault();
    event.stopPropagation();
    const files = [...event.dataTransfer.files];
    if (files.length > 0) void send(files);
    else if (dragged !== undefined) move(dragged, Math.min(place, photos.length - 1));
    setDragged(undefined);
  }
  function move(from: number, to: number): void {
    if (to < 0 || to >= photos.length || from === to) return;
    store(moved(photos, from, to));
    setSaid(`Picture ${from + 1} is now picture ${to + 1} of ${photos.length}.`);
  }

  return (
    <Box
      role="group"
      aria-labelledby={heading}
      onDragOver={(event) => event.preventDefault()}
      onDrop={(event) => drop(event, photos.length)}
    >
      <Stack direction="row" sx={{ gap: 1, alignItems: 'baseline', flexWrap: 'wrap', mb: 1 }}>
        <Typography id={heading} variant="body2" sx={{ fontWeight: 600 }}>
          {label}
        </Typography>
        <Typography variant="body2" color="textSecondary">
          {photos.length === 0
            ? 'Drop pictures here. The first one is what visitors see in lists.'
            : 'Drop more here. The first one is what visitors see in lists.'}
        </Typography>
      </Stack>
      {[...problems, ...(fieldState.error?.message ? [fieldState.error.message] : [])].map(
        (words) => (
          <Alert key={words} severity="error" sx={{ mb: 1 }}>
            {words}
          </Alert>
        ),
      )}
      <Box
        component="ol"
        sx={{
          display: 'grid',
          gap: 1,
          gridTemplateColumns: 'repeat(auto-fill, minmax(150px, 1fr))',
          p: 0,
          m: 0,
          listStyle: 'none',
        }}
      >
        {photos.map((photo, place) => (
          <Card
            component="li"
            // Two photos of one file are told apart by their places.
            key={`${photo.filename} ${photos.slice(0, place).filter((one) => one.filename === photo.filename).length}`}
            draggable
            onDragStart={() => setDragged(place)}
            onDrop={(event) => drop(event, place)}
            sx={{ opacity: dragged === place ? 0.4 : 1, cursor: 'grab' }}
          >
            <Picture filename={photo.filename} alt={photo.name || `Picture ${place + 1}`} />
            <InputBase
              value={photo.name ?? ''}
              placeholder="Caption"
              onChange={(event) =>
                store(photos.with(place, { ...photo, name: event.target.value }))
              }
              inputProps={{ 'aria-label': `Caption of picture ${place + 1}` }}
              sx={{ px: 1, width: '100%', fontSize: 12 }}
            />
            <Stack direction="row" sx={{ justifyContent: 'space-between' }}>
              <IconButton
                size="small"
                aria-label={`Picture ${place + 1} earlier`}
                disabled={place === 0}
                onClick={() => move(place, place - 1)}
              >
                <EarlierIcon fontSize="small" />
              </IconButton>
              <IconButton
                size="small"
                aria-label={`Take picture ${place + 1} away`}
                onClick={() => store(photos.toSpliced(place, 1))}
              >
                <DeleteIcon fontSize="small" />
              </IconButton>
              <IconButton
                size="small"
                aria-label={`Picture ${place + 1} later`}
                disabled={place === photos.length - 1}
                onClick={() => move(place, place + 1)}
              >
                <LaterIcon fontSize="small" />
              </IconButton>
            </Stack>
          </Card>
        ))}
      </Box>
      <Box sx={{ mt: 1 }}>
        <FileButton
          words={sending > 0 ? `Sending ${sending}…` : 'Add pictures'}
          label={`Add ${label.toLowerCase()}`}
          busy={sending > 0}
          multiple
          onFiles={(files) => void send(files)}
        />
      </Box>
      <Box aria-live="polite" sx={HIDDEN}>
        {said}
      </Box>
    </Box>
  );
}
