import { AsyncLocalStorage } from 'node:async_hooks';

// One for the process: `proxy.ts` and the pages are bundled apart, each with modules of its own.
const shared = globalThis as typeof globalThis & { visitors?: AsyncLocalStorage<string> };
shared.visitors ??= new AsyncLocalStorage();
const visitors = shared.visitors;

/** Does something for a visitor: what it asks of Portico takes turns with what others ask. Without a name it does so for nobody. */
export function forVisitor<Result>(visitor: string | undefined, work: () => Result): Result {
  return visitor === undefined ? work() : visitors.run(visitor, work);
}

/** For whom the current call is made; undefined for what is nobody's, such as the brokerage's name. */
export const currentVisitor = (): string | undefined => visitors.getStore();
