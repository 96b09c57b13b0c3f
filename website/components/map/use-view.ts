'use client';

import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { type Point, project, type Size, unproject, type View, zoomAt } from '@/lib/map/geometry';

/** A press that moves less than this is a click. */
const CLICK = 4;

/**
 * The view of a map that is dragged, pinched and wheeled.
 *
 * @param start What it shows until it is moved.
 * @param moved Called when a movement has ended.
 */
export function useView(
  frame: RefObject<SVGSVGElement | null>,
  start: View,
  size: Size,
  moved: (view: View) => void,
): { readonly view: View; readonly show: (view: View) => void } {
  const [view, setView] = useState(start);
  // The listeners below live as long as the map, and have to see what is current.
  const current = useRef({ view, size, moved });
  current.current = { view, size, moved };

  const show = useCallback((next: View): void => {
    current.current.view = next;
    setView(next);
  }, []);

  useEffect(() => {
    const element = frame.current;
    if (element === null) return;
    const gestures = new Gestures(element, () => current.current, show);
    return () => gestures.stop();
  }, [frame, show]);

  return { view, show };
}

interface Current {
  readonly view: View;
  readonly size: Size;
  readonly moved: (view: View) => void;
}

/** Listens to pointers and the wheel. Not React's own listeners: those of the wheel cannot stop the page from scrolling. */
class Gestures {
  readonly #element: SVGSVGElement;
  readonly #current: () => Current;
  readonly #show: (view: View) => void;
  readonly #stop = new AbortController();
  readonly #pointers = new Map<number, Point>();
  #distance = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(element: SVGSVGElement, current: () => Current, show: (view: View) => void) {
    this.#element = element;
    this.#current = current;
    this.#show = show;
    const { signal } = this.#stop;
    element.addEventListener('pointerdown', (event) => this.#down(event), { signal });
    element.addEventListener('pointermove', (event) => this.#move(event), { signal });
    for (const name of ['pointerup', 'pointercancel'] as const)
      element.addEventListener(name, (event) => this.#up(event), { signal });
    element.addEventListener('wheel', (event) => this.#wheel(event), { signal, passive: false });
    // A drag that ends on a marker is no click on it.
    element.addEventListener('click', (event) => this.#click(event), { signal, capture: true });
    element.addEventListener('dragstart', (event) => event.preventDefault(), { signal });
  }

  stop(): void {
    this.#stop.abort();
    clearTimeout(this.#timer);
  }

  #at({ clientX, clientY }: MouseEvent): Point {
    const { left, top } = this.#element.getBoundingClientRect();
    return { x: clientX - left, y: clientY - top };
  }

  #down(event: PointerEvent): void {
    if (this.#pointers.size === 0) this.#distance = 0;
    this.#pointers.set(event.pointerId, this.#at(event));
  }

  #move(event: PointerEvent): void {
    const before = this.#pointers.get(event.pointerId);
    if (before === undefined) return;
    const after = this.#at(event);
    this.#distance += Math.hypot(after.x - before.x, after.y - before.y);
    if (this.#distance < CLICK) return;
    // Only a drag captures the pointer: a click has to reach its marker.
    if (!this.#element.hasPointerCapture(event.pointerId))
      this.#element.setPointerCapture(event.pointerId);
    const { view, size } = this.#current();
    const other = [...this.#pointers].find(([id]) => id !== event.pointerId)?.[1];
    this.#pointers.set(event.pointerId, after);
    if (other === undefined) {
      this.#show(draggedBy(view, before, after));
    } else {
      const by = Math.log2(between(after, other) / Math.max(between(before, other), 1));
      const middle = { x: (after.x + other.x) / 2, y: (after.y + other.y) / 2 };
      this.#show(zoomAt(view, by, middle, size));
    }
  }

  #up({ pointerId }: PointerEvent): void {
    if (!this.#pointers.delete(pointerId) || this.#pointers.size > 0) return;
    if (this.#distance >= CLICK) this.#settle(250);
  }

  #wheel(event: WheelEvent): void {
    event.preventDefault();
    const { view, size } = this.#current();
    // A pinch on a touchpad arrives as a wheel with Ctrl, in smaller steps.
    const by = -event.deltaY * (event.ctrlKey ? 0.01 : 0.0025);
    this.#show(zoomAt(view, Math.max(-1, Math.min(1, by)), this.#at(event), size));
    this.#settle(400);
  }

  #click(event: MouseEvent): void {
    if (this.#distance < CLICK) return;
    event.preventDefault();
    event.stopPropagation();
    this.#distance = 0;
  }

  /** Tells of the movement once nothing has moved for a while. */
  #settle(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      const { view, moved } = this.#current();
      moved(view);
    }, milliseconds);
  }
}

function draggedBy(view: View, before: Point, after: Point): View {
  const middle = project(view, view.zoom);
  const point = { x: middle.x - after.x + before.x, y: middle.y - after.y + before.y };
  return { ...unproject(point, view.zoom), zoom: view.zoom };
}

const between = (a: Point, b: Point): number => Math.hypot(a.x - b.x, a.y - b.y);
