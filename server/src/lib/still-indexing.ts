/** What a search looks in is being made and was not ready in time; it goes on being made. */
export class StillIndexing extends Error {
  constructor(ms: number) {
    super(`The words to search were not indexed within ${ms} ms.`);
    this.name = 'StillIndexing';
  }
}
