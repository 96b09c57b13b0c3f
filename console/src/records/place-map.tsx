import { Alert, Box } from '@mui/material';
import {
  type LngLat,
  Marker,
  NavigationControl,
  Map as StreetMap,
  setWorkerUrl,
} from 'maplibre-gl';
import worker from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { useEffect, useRef, useState } from 'react';
import 'maplibre-gl/dist/maplibre-gl.css';

// A file of the console, as the Content-Security-Policy allows no worker from elsewhere.
setWorkerUrl(new URL(worker, location.href).href);

interface Place {
  readonly latitude: number;
  readonly longitude: number;
}

interface Props {
  readonly style: string;
  readonly place: Place | undefined;
  /** What it shows where nothing is placed; without it the whole world. */
  readonly start: Place | undefined;
  readonly onPlace: (place: Place) => void;
}

/** A tenth of a metre. */
const DIGITS = 6;

const centerOf = ({ latitude, longitude }: Place): [number, number] => [longitude, latitude];

/** Streets with a pin. */
export default function PlaceMap({ style, place, start, onPlace }: Props) {
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef<{ readonly map: StreetMap; readonly pin: Marker }>(undefined);
  const placed = useRef(onPlace);
  placed.current = onPlace;
  const begin = useRef(place ?? start);
  const [problem, setProblem] = useState('');

  useEffect(() => {
    if (box.current === null) return;
    let map: StreetMap;
    try {
      map = new StreetMap({
        ...{ container: box.current, style, attributionControl: { compact: true } },
        center: centerOf(begin.current ?? { latitude: 20, longitude: 0 }),
        zoom: begin.current ? 14 : 1,
      });
    } catch {
      setProblem('This browser cannot draw the map: type the two numbers.');
      return;
    }
    map.addControl(new NavigationControl({ showCompass: false }));
    const pin = new Marker({ draggable: true });
    const put = ({ lat, lng }: LngLat) => {
      const [latitude, longitude] = [lat, lng].map((degrees) => Number(degrees.toFixed(DIGITS)));
      placed.current({ latitude: latitude ?? 0, longitude: longitude ?? 0 });
    };
    map.on('click', ({ lngLat }) => put(lngLat.wrap()));
    map.on('error', () => setProblem('The map could not be loaded whole.'));
    pin.on('dragend', () => put(pin.getLngLat().wrap()));
    drawn.current = { map, pin };
    return () => map.remove();
  }, [style]);

  useEffect(() => {
    const { map, pin } = drawn.current ?? {};
    if (map === undefined || pin === undefined) return;
    if (place === undefined) pin.remove();
    else pin.setLngLat(centerOf(place)).addTo(map);
  }, [place]);

  return (
    <>
      {problem !== '' && <Alert severity="warning">{problem}</Alert>}
      <Box ref={box} sx={{ height: 320, borderRadius: 1, overflow: 'hidden' }} />
    </>
  );
}
