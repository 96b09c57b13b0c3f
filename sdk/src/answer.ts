/** What was asked for, and the HTTP response that it came in, whose body has been read. */
export interface WithResponse<Data> {
  readonly data: Data;
  readonly response: Response;
}

/** The promise of an answer. */
export class Answer<Data> extends Promise<Data> {
  readonly #whole: Promise<WithResponse<Data>>;

  // `then` of a subclass would call its constructor with a function.
  static override get [Symbol.species](): PromiseConstructor {
    return Promise;
  }

  constructor(whole: Promise<WithResponse<Data>>) {
    super((resolve, reject) => void whole.then(({ data }) => resolve(data), reject));
    this.#whole = whole;
  }

  /** The answer with its HTTP response: status and headers. */
  withResponse(): Promise<WithResponse<Data>> {
    // Whoever asks for both takes the errors from here.
    this.catch(() => {});
    return this.#whole;
  }

  /** The same answer, with its data read by `read`. */
  map<Next>(read: (data: Data) => Next): Answer<Next> {
    this.catch(() => {});
    return new Answer(this.#whole.then(({ data, response }) => ({ data: read(data), response })));
  }
}
