import type { Form, Home } from './nights-files.js';
import type { Random } from './random.js';

/** A brokerage as it is, whatever its files say. */
export class Brokerage {
  readonly homes = new Map<number, Home>();
  readonly agents = new Set<number>();
  readonly form: Form;
  readonly #random: Random;
  #nextHome = 1;
  #nextAgent = 1;

  constructor(random: Random) {
    this.#random = random;
    this.form = random.one(['ndjson', 'csv', 'json', 'mapped', 'stream'] as const);
    const [agents, homes] = [random.size(1, 300), random.size(10, 5000)];
    for (let at = 0; at < agents; at += 1) this.#addAgent();
    for (let at = 0; at < homes; at += 1) this.#addHome();
  }

  /** Whether the homes and their agents come in one file, each by its key. */
  get isFeed(): boolean {
    return this.form === 'mapped' || this.form === 'stream';
  }

  /** The agents that its files name: a feed has those of its homes. */
  agentsInFiles(): ReadonlySet<number> {
    if (!this.isFeed) return this.agents;
    return new Set([...this.homes.values()].map(({ agent }) => agent));
  }

  /** A day: some homes come and go, some prices change, and now and then an agent comes or goes. */
  passDay(): void {
    const random = this.#random;
    const share = random.one([0, 0.003, 0.01, 0.03]);
    for (const id of random.some([...this.homes.keys()], share)) this.homes.delete(id);
    const came = random.between(0, Math.ceil(this.homes.size * share) + 1);
    for (let at = 0; at < came && this.homes.size < 5000; at += 1) this.#addHome();
    for (const home of random.some([...this.homes.values()], 0.005)) {
      this.homes.set(home.id, { ...home, price: home.price + random.between(-90, 90) });
    }
    if (random.chance(0.1) && this.agents.size < 300) this.#addAgent();
    if (random.chance(0.1)) this.#loseAgents(1);
    while (this.homes.size < 10) this.#addHome();
  }

  /** It sells much of what it had, or some of its agents leave with theirs. */
  shrink(): void {
    const random = this.#random;
    if (random.chance(0.4)) this.#loseAgents(Math.ceil(this.agents.size * random.next() * 0.7));
    const share = random.next() * 0.7;
    for (const id of random.some([...this.homes.keys()], share)) this.homes.delete(id);
    while (this.homes.size < 10) this.#addHome();
  }

  grow(): void {
    const more = Math.min(5000 - this.homes.size, this.#random.between(1, this.homes.size));
    for (let at = 0; at < more; at += 1) this.#addHome();
    if (this.#random.chance(0.3) && this.agents.size < 300) this.#addAgent();
  }

  #addHome(): void {
    const id = this.#nextHome;
    this.#nextHome += this.#random.between(1, 3);
    const price = this.#random.between(1000, 9999);
    this.homes.set(id, { id, price, agent: this.#random.one([...this.agents]) });
  }

  #addAgent(): void {
    this.agents.add(this.#nextAgent);
    this.#nextAgent += 1;
  }

  #loseAgents(most: number): void {
    const leaving = this.#random.shuffled([...this.agents]).slice(0, most);
    for (const agent of leaving) if (this.agents.size > 1) this.agents.delete(agent);
    const left = [...this.agents];
    for (const home of [...this.homes.values()]) {
      if (!this.agents.has(home.agent))
        this.homes.set(home.id, { ...home, agent: this.#random.one(left) });
    }
  }
}
