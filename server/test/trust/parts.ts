import { alerts } from './alerts.js';
import { copies } from './copies.js';
import { faults } from './faults.js';
import { kills } from './kills.js';
import { manage } from './manage.js';
import { nights } from './nights.js';
import { numbers } from './numbers.js';
import type { Part } from './part.js';
import { pull } from './pull.js';
import { soak } from './soak.js';
import { upgrades } from './upgrades.js';

/** All parts. A new one is a file of its own and a line here. */
export const PARTS: readonly Part[] = [
  nights,
  numbers,
  kills,
  copies,
  upgrades,
  alerts,
  faults,
  manage,
  pull,
  soak,
];
