/** The roles in the whole installation, and those in one brokerage. */
export const INSTALLATION_ROLES = ['owner', 'operator', 'viewer'] as const;
export const BROKERAGE_ROLES = ['editor', 'viewer'] as const;

export type InstallationRole = (typeof INSTALLATION_ROLES)[number];
export type BrokerageRole = (typeof BROKERAGE_ROLES)[number];

/** Who may do something: the roles in the installation, and those in the brokerage that a call is about. */
interface Allowed {
  readonly installation: readonly InstallationRole[];
  readonly brokerage: readonly BrokerageRole[];
}

const EVERYBODY: Allowed = { installation: INSTALLATION_ROLES, brokerage: BROKERAGE_ROLES };
const OPERATORS = ['owner', 'operator'] as const;

/**
 * Everything that a call of the console may do, and who may do it. `open` is for people who are not signed in; `account`
 * is about nobody but the caller. Each route names one of these.
 */
export const ACTIONS = {
  open: EVERYBODY,
  account: EVERYBODY,
  'read records': EVERYBODY,
  'edit records': { installation: OPERATORS, brokerage: ['editor'] },
  'see audit': { installation: INSTALLATION_ROLES, brokerage: ['editor'] },
  'see clients': { installation: INSTALLATION_ROLES, brokerage: [] },
  'change clients': { installation: OPERATORS, brokerage: [] },
  'see people': { installation: INSTALLATION_ROLES, brokerage: [] },
  'change people': { installation: OPERATORS, brokerage: [] },
} as const satisfies Readonly<Record<string, Allowed>>;

export type Action = keyof typeof ACTIONS;

/** The roles of an account. */
export interface Roles {
  /** Undefined for staff of brokerages only. */
  readonly installation: InstallationRole | undefined;
  /** By the names of brokerages. */
  readonly brokerages: ReadonlyMap<string, BrokerageRole>;
}

/** Whether somebody may do this. @param client The brokerage that the call is about, where it is about one. */
export function may({ installation, brokerages }: Roles, action: Action, client?: string): boolean {
  const allowed: Allowed = ACTIONS[action];
  if (installation !== undefined && allowed.installation.includes(installation)) return true;
  if (client === undefined) {
    // What is about no brokerage asks for a role in any.
    return [...brokerages.values()].some((role) => allowed.brokerage.includes(role));
  }
  const role = brokerages.get(client);
  return role !== undefined && allowed.brokerage.includes(role);
}

/** Whether somebody knows of a brokerage at all. */
export function knows({ installation, brokerages }: Roles, client: string): boolean {
  return installation !== undefined || brokerages.has(client);
}

export function isInstallationRole(role: unknown): role is InstallationRole {
  return (INSTALLATION_ROLES as readonly unknown[]).includes(role);
}

export function isBrokerageRole(role: unknown): role is BrokerageRole {
  return (BROKERAGE_ROLES as readonly unknown[]).includes(role);
}
