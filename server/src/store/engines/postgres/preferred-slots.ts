/** No slot became free in time. */
export class NoFreeSlot extends Error {
  constructor(waitMs: number) {
    super(`No connection became free within ${waitMs} ms.`);
    this.name = 'NoFreeSlot';
  }
}

interface Waiter {
  readonly preferred: number | undefined;
  readonly timer: NodeJS.Timeout;
  readonly take: (slot: number) => void;
}

/**
 * Lends each of a few slots to one borrower at a time: the one that it prefers, where that is free, and otherwise
 * the one that was used last. Slots that are ready come before all others. A slot that becomes free goes to the first
 * who prefers it, so that most borrowers get the slot that they prefer even while all slots are in use. Nobody is overtaken for long: a slot that one borrower
 * keeps has those who prefer it served by the others.
 */
export class PreferredSlots {
  /** The free slots; those that were used most recently are last. */
  readonly #free: number[];
  readonly #waiters: Waiter[] = [];
  readonly #waitMs: number;
  readonly #isReady: (slot: number) => boolean;
  /** How often the first waiter may be overtaken: once for each slot. */
  readonly #mostOvertaken: number;
  /** How often the first waiter was overtaken. */
  #overtaken = 0;

  /**
   * @param waitMs The longest wait for a slot.
   * @param isReady Whether a free slot can be used at once.
   */
  constructor(slots: number, waitMs: number, isReady: (slot: number) => boolean) {
    this.#free = Array.from({ length: slots }, (_, at) => slots - 1 - at);
    this.#waitMs = waitMs;
    this.#isReady = isReady;
    this.#mostOvertaken = slots;
  }

  /** How many wait for a slot. */
  get waiting(): number {
    return this.#waiters.length;
  }

  /**
   * @param preferred undefined: each is as good.
   * @throws NoFreeSlot when none becomes free in time.
   */
  take(preferred: number | undefined): Promise<number> {
    const ready = this.#free.filter(this.#isReady);
    const choice = ready.length > 0 ? ready : this.#free;
    const slot = choice.find((free) => free === preferred) ?? choice.at(-1);
    if (slot !== undefined) {
      this.#free.splice(this.#free.indexOf(slot), 1);
      return Promise.resolve(slot);
    }
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#remove(this.#waiters.indexOf(waiter));
        reject(new NoFreeSlot(this.#waitMs));
      }, this.#waitMs).unref();
      const waiter: Waiter = { preferred, timer, take: resolve };
      this.#waiters.push(waiter);
    });
  }

  /** Takes a slot back, and lends it to the next. */
  release(slot: number): void {
    const mayOvertake = this.#overtaken < this.#mostOvertaken;
    const fits = ({ preferred = slot }: Waiter) => preferred === slot;
    const found = mayOvertake ? this.#waiters.findIndex(fits) : 0;
    const next = this.#remove(Math.max(0, found));
    if (next === undefined) {
      this.#free.push(slot);
      return;
    }
    clearTimeout(next.timer);
    next.take(slot);
  }

  #remove(at: number): Waiter | undefined {
    this.#overtaken = at === 0 ? 0 : this.#overtaken + 1;
    return this.#waiters.splice(at, 1)[0];
  }
}
