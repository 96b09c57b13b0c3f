/** Makes 50 signed calls at once, with stamps from a counter that other processes ask, too. */
import { text } from 'node:stream/consumers';
import { Portico, type PorticoOptions } from '../src/index.js';

const { options, counter } = JSON.parse(await text(process.stdin)) as {
  options: PorticoOptions;
  counter: string;
};
let refused = 0;
const portico = new Portico({
  ...options,
  pace: { inFlight: 10, perSecond: 200 },
  nextStamp: async () => Number(await (await fetch(counter)).text()),
  fetch: async (...request) => {
    const response = await fetch(...request);
    if (response.status === 403) refused++;
    return response;
  },
});
const pages = await Promise.all(
  Array.from({ length: 50 }, () => portico.members.search({ limit: 1 })),
);
process.stdout.write(JSON.stringify({ answered: pages.length, refused }));
