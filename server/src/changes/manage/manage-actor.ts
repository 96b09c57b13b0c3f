import type { Call } from '../../api/endpoint.js';
import type { Actor } from '../../store/audit/audit.js';

/** Who calls `/manage`, for the audit. @param action Such as `PUT /manage`. */
export function managing({ caller, tools }: Call, action: string): Actor {
  return { name: `key ${caller.keyPrefix}`, action, now: () => tools.clock.now() };
}
