'use client';

import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import type { Point, Size } from '@/lib/map/geometry';
import { simplified } from '@/lib/map/line';
import styles from './draw-area.module.css';

/** A press that moves less than this is a click. */
const CLICK = 5;
/** A click that near to the first corner closes the area. */
const NEAR = 14;
/** How far an arrow key moves the cursor. */
const STEP = 20;

const MOVES: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: -STEP },
  ArrowDown: { x: 0, y: STEP },
};

interface Props {
  readonly size: Size;
  /** Gets the corners of what was drawn; none where the visitor would rather not. */
  readonly onEnd: (corners: readonly Point[]) => void;
}

/**
 * Lies over the map while a visitor draws: one line around an area, or its corners one by one, by pointer or keyboard. It is loaded when
 * somebody wants to draw, and imports nothing that the map does: the two would share a file, which each page of a search would load.
 */
export function DrawArea({ size, onEnd }: Props) {
  const board = useRef<HTMLDivElement>(null);
  const pressed = useRef<Point>(undefined);
  const isByHand = useRef(false);
  // The pointer moves faster than React draws, so what it has drawn is kept here, too.
  const current = useRef<readonly Point[]>([]);
  const [line, showLine] = useState<readonly Point[]>([]);
  const [cursor, setCursor] = useState<Point>();
  useEffect(() => {
    // A phone may show only a part of the map.
    board.current?.scrollIntoView({ block: 'nearest' });
    board.current?.focus({ preventScroll: true });
  }, []);

  const end = (corners: readonly Point[]): void => {
    if (corners.length >= 3) onEnd(corners);
  };
  const setLine = (next: readonly Point[]): void => {
    current.current = next;
    showLine(next);
  };
  const add = (point: Point): void => {
    const [first] = line;
    if (line.some((corner) => corner !== first && between(corner, point) < 1)) return;
    if (first && line.length >= 3 && between(first, point) < NEAR) end(line);
    else setLine([...line, point]);
  };

  const down = (event: PointerEvent): void => {
    if (!event.isPrimary || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    pressed.current = pointOf(event);
    setCursor(undefined);
  };
  const move = (event: PointerEvent): void => {
    const start = pressed.current;
    if (!event.isPrimary || start === undefined) return;
    const point = pointOf(event);
    // A line begins a new area, whatever corners there were.
    const before = isByHand.current ? current.current : [start];
    const last = before.at(-1);
    if (last === undefined || between(last, point) < CLICK) return;
    isByHand.current = true;
    setLine([...before, point]);
  };
  const up = (event: PointerEvent): void => {
    if (!event.isPrimary || pressed.current === undefined) return;
    pressed.current = undefined;
    if (isByHand.current) {
      isByHand.current = false;
      const corners = simplified(current.current);
      setLine([]);
      end(corners);
    } else add(pointOf(event));
  };
  const stop = (): void => {
    pressed.current = undefined;
    if (isByHand.current) setLine([]);
    isByHand.current = false;
  };

  const key = (event: KeyboardEvent): void => {
    const by = MOVES[event.key];
    const at = cursor ?? { x: size.width / 2, y: size.height / 2 };
    if (by !== undefined) setCursor(within({ x: at.x + by.x, y: at.y + by.y }, size));
    else if (event.key === 'Enter' || event.key === ' ') {
      setCursor(at);
      add(at);
    } else if (event.key === 'Backspace') setLine(line.slice(0, -1));
    else return;
    event.preventDefault();
  };

  const points = line.map(({ x, y }) => `${x},${y}`).join(' ');
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape ends it from wherever the focus is in it.
    <div className={styles.frame} onKeyDown={({ key }) => key === 'Escape' && onEnd([])}>
      <div
        ref={board}
        role="application"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it is drawn on by keyboard.
        tabIndex={0}
        className={styles.board}
        aria-label="Area to draw on. Arrow keys move the cursor, Enter sets a corner, Backspace takes the last one off, Escape ends."
        onPointerDown={down}
        onPointerMove={move}
        onPointerUp={up}
        onPointerCancel={stop}
        onKeyDown={key}
      >
        <svg viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
          <polygon points={points} className={styles.area} />
          {!isByHand.current &&
            line.map((point, index) => (
              <circle
                key={`${point.x},${point.y}`}
                cx={point.x}
                cy={point.y}
                r={index === 0 ? 7 : 5}
                className={styles.corner}
              />
            ))}
          {cursor && (
            <path
              d={`M${cursor.x - 12} ${cursor.y}h24M${cursor.x} ${cursor.y - 12}v24`}
              className={styles.cursor}
            />
          )}
        </svg>
      </div>
      <div className={styles.tools}>
        <p role="status">
          {line.length === 0 || isByHand.current
            ? 'Draw around an area, or set its corners.'
            : `${line.length} ${line.length === 1 ? 'corner' : 'corners'}.`}
        </p>
        <button
          type="button"
          className="button"
          disabled={line.length < 3}
          onClick={() => end(line)}
        >
          Search here
        </button>
        <button type="button" className="button plain" onClick={() => onEnd([])}>
          Cancel
        </button>
      </div>
    </div>
  );
}

function pointOf({ clientX, clientY, currentTarget }: PointerEvent): Point {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: Math.round(clientX - left), y: Math.round(clientY - top) };
}

const within = ({ x, y }: Point, { width, height }: Size): Point => ({
  x: Math.max(0, Math.min(width, x)),
  y: Math.max(0, Math.min(height, y)),
});

const between = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
