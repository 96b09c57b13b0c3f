import { pino } from 'pino';
import { expect, it, vi } from 'vitest';
import { systemClock } from '../src/lib/clock.js';
import { openServices } from '../src/services.js';
import { forEachDatabase } from './rig/databases.js';
import { testConfig } from './rig/server.js';

forEachDatabase('services', (database) => {
  it('close what they have opened, the last first', async () => {
    const log = pino({ level: 'silent' });
    const services = await openServices(testConfig(database), systemClock, log);
    const closed: string[] = [];
    const { servers, directory, keyUses, tenants, outbox, limits, tools, variants } = services;
    const { passwords } = tools;
    const inOrder = { servers, directory, keyUses, tenants, outbox, limits, passwords, variants };
    for (const [name, service] of Object.entries(inOrder)) {
      const close = service.close.bind(service);
      vi.spyOn(service, 'close').mockImplementation(async () => {
        closed.push(name);
        await close();
      });
    }
    await services.close();
    expect(closed).toEqual(Object.keys(inOrder).reverse());
  });
});
