import { eventually, type Journey, must, type Tour, visit } from '../journey';
import { join, newAddress, PASSWORD, signIn } from './account';

const OTHER_PASSWORD = 'another long one';

/** Registers and signs in. @returns The number of the member. */
async function member(tour: Tour, email: string): Promise<number> {
  await join(tour, email);
  const { id } = await tour.office.members.check({ email, password: PASSWORD });
  return id;
}

async function isSignedIn(tour: Tour): Promise<boolean> {
  await visit(tour, '/account');
  return !tour.page.url().includes('sign-in');
}

/** Signs in, lets something happen to the member that ends sessions, and sees that it does. */
function endsAfter(
  what: string,
  change: (tour: Tour, id: number, email: string) => Promise<unknown>,
): Journey {
  return {
    name: `a session ends after ${what}`,
    script: 'none',
    devices: ['desktop'],
    run: async (tour) => {
      const email = newAddress();
      const id = await member(tour, email);
      // Longer than a session is believed: Portico has said that it holds.
      await new Promise((resolve) => setTimeout(resolve, 1500));
      must(await isSignedIn(tour), 'it has ended before');
      await change(tour, id, email);
      await eventually('it ends', async () => !(await isSignedIn(tour)), 30);
      must(tour.page.url().includes('ended=1'), 'nothing says why');
      await visit(tour, '/account/profile');
      must(tour.page.url().includes('sign-in'), 'another page is still open');
    },
  };
}

/** Made on a site that believes a session for a second. */
export const SHORT_SESSION_JOURNEYS: readonly Journey[] = [
  endsAfter('a new password', (tour, memberID) =>
    tour.office.members.update({ memberID, password: OTHER_PASSWORD }),
  ),
  endsAfter('a new address', (tour, memberID) =>
    tour.office.members.update({ memberID, email: newAddress() }),
  ),
  endsAfter('an erasure', (tour, id) =>
    tour.portico('member', 'erase', 'demo', String(id), '--yes'),
  ),
];

/** Made on the site as it is. */
export const SESSION_JOURNEYS: readonly Journey[] = [
  {
    name: 'old sessions of a member, used in turn, are asked about once each',
    script: 'none',
    devices: ['desktop'],
    run: async (tour) => {
      const { page, office, calls } = tour;
      const email = newAddress();
      const memberID = await member(tour, email);
      const cookie = async () => {
        const found = (await page.context().cookies()).find(({ name }) => name === 'member');
        must(found, 'there is no session');
        return found;
      };
      const old = [await cookie()];
      for (const password of ['the second long one', 'the third long one']) {
        await office.members.update({ memberID, password });
        await page.context().clearCookies();
        await visit(tour, '/account/sign-in');
        await signIn(tour, email, password);
        old.push(await cookie());
      }
      const current = old.pop();
      calls.take();
      for (let turn = 0; turn < 4; turn++)
        for (const one of old) {
          await page.context().addCookies([one]);
          must(!(await isSignedIn(tour)), 'an old session is taken');
        }
      const asked = calls.take().filter((call) => /addVersion/.test(call));
      must(asked.length <= old.length, `${asked.length} calls for ${old.length} old sessions`);
      if (current) await page.context().addCookies([current]);
      must(await isSignedIn(tour), 'the session of today has ended, too');
    },
  },
];
