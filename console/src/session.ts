import { createContext, useContext } from 'react';

/** A brokerage as somebody may use it. */
export interface Brokerage {
  readonly client: string;
  readonly title: string;
  readonly timeZone: string;
  readonly role: 'editor' | 'viewer';
  /** The address of the page of a listing, with `{id}` for its number, or empty. */
  readonly listingPage: string;
  /** Where its maps begin, if that is set. */
  readonly place: { readonly latitude: number; readonly longitude: number } | null;
}

/** The address of the console of a brokerage. */
export const consoleOf = (client: string): string => `/b/${encodeURIComponent(client)}`;

export type InstallationRole = 'owner' | 'operator' | 'viewer';

/** Who is signed in. */
export interface Session {
  readonly user: { readonly id: string | number; readonly email: string; readonly name: string };
  /** The role in the installation; null for the staff of brokerages. */
  readonly role: InstallationRole | null;
  readonly brokerages: readonly Brokerage[];
  readonly secondFactor: boolean;
  readonly recoveryCodesLeft: number;
  readonly version: string;
  /** The style of the map on which people place a pin; null for none. */
  readonly mapStyle: string | null;
  /** Whether they may see who else has an account. */
  readonly people: boolean;
  /** Whether they run the server: its brokerages and their keys. */
  readonly operators: boolean;
}

interface SessionContext {
  readonly session: Session;
  /** Asks the server again who is signed in and what they may do. */
  reload(): Promise<void>;
  signOut(): Promise<void>;
}

const Context = createContext<SessionContext | undefined>(undefined);
export const SessionProvider = Context.Provider;

export function useSession(): SessionContext {
  const context = useContext(Context);
  if (context === undefined) throw new Error('Nobody is signed in here.');
  return context;
}
